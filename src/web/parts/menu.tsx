import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { MenuItem, Menu as MenuList, MenuTrigger } from 'react-aria-components/Menu'
import { Popover, type PopoverProps } from 'react-aria-components/Popover'
import { Link, type LinkProps } from 'react-router'
import './menu.css'

/** A button that unfolds a menu of `MenuLink`s and `MenuButton`s. */
export const Menu = ({
  button,
  buttonClass = 'button',
  placement = 'bottom start',
  children,
}: {
  button: ReactNode
  buttonClass?: string
  placement?: PopoverProps['placement']
  children: ReactNode
}) => (
  <MenuTrigger>
    <Button className={buttonClass}>{button}</Button>
    <Popover className="popover" placement={placement} offset={4}>
      <MenuList className="menu-list">{children}</MenuList>
    </Popover>
  </MenuTrigger>
)

interface Item {
  label: string
  icon?: LucideIcon
}

const Content = ({ label, icon: Icon }: Item) => (
  <>
    {Icon && <Icon aria-hidden="true" />}
    {label}
  </>
)

/** What an item is called, and in smaller letters what there is to say of it. */
const Noted = ({ label, note }: { label: string; note: string }) => (
  <span className="menu-noted">
    <span>{label}</span> <span className="quiet">{note}</span>
  </span>
)

/** An item of a menu that leads to another page of the site. */
export const MenuLink = ({
  to,
  isCurrent = false,
  preventScrollReset,
  label,
  icon,
  note,
  ...data
}: Item & {
  /** Without an address it leads nowhere, and only says so. */
  to: string | undefined
  note?: string
  /** The reader is there already. */
  isCurrent?: boolean
  'data-action'?: string
} & Pick<LinkProps, 'preventScrollReset'>) => (
  <MenuItem
    {...data}
    className="menu-item"
    href={to}
    textValue={label}
    render={props =>
      'href' in props ? (
        <Link
          {...props}
          to={to ?? '.'}
          preventScrollReset={preventScrollReset}
          aria-current={isCurrent ? 'page' : undefined}
        />
      ) : (
        <div {...props} />
      )
    }
  >
    {note === undefined ? <Content label={label} icon={icon} /> : <Noted label={label} note={note} />}
  </MenuItem>
)

/** An item of a menu that does something at once. */
export const MenuButton = ({ onPress, ...item }: Item & { onPress: () => void }) => (
  <MenuItem className="menu-item" textValue={item.label} onAction={onPress}>
    <Content {...item} />
  </MenuItem>
)
