import type { ComponentProps } from 'react'
import { Menu, MenuLink } from './menu.tsx'

/** A button that unfolds a menu of links. */
export const LinkMenu = ({
  links,
  ...menu
}: Omit<ComponentProps<typeof Menu>, 'children'> & {
  links: readonly ComponentProps<typeof MenuLink>[]
}) => (
  <Menu {...menu}>
    {links.map(link => (
      <MenuLink key={`${link.to} ${link.label}`} {...link} />
    ))}
  </Menu>
)
