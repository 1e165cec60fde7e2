import type { ComponentProps } from 'react'
import { Menu, MenuLink } from './menu.tsx'

/** A menu that leads elsewhere, and the links in it. */
export type LinkMenuProps = Omit<ComponentProps<typeof Menu>, 'children'> & {
  links: readonly ComponentProps<typeof MenuLink>[]
}

/** The menu behind a `LinkMenu`. */
export const MenuOfLinks = ({ links, ...menu }: LinkMenuProps) => (
  <Menu {...menu}>
    {links.map(link => (
      <MenuLink key={`${link.to} ${link.label}`} {...link} />
    ))}
  </Menu>
)
