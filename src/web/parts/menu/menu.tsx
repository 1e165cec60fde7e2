import type { Icon } from '../../icons/create-icon.tsx'
import { useId, useRef, useState, type ReactNode, type ComponentProps } from 'react'
import type { LinkProps } from 'react-router'
import { MenuList, type InitialFocus } from './menu-list.tsx'
import { SiteLink } from './site-link.tsx'
import './menu.css'

/**
 * Button that opens a menu of `MenuLink`s and `MenuButton`s, by the menu button pattern of the ARIA Authoring
 * Practices Guide.
 */
export const Menu = ({
  button,
  buttonClass = 'button',
  align = 'start',
  children,
}: {
  button: ReactNode
  buttonClass?: string
  /** Edge of the button with which the menu is aligned. */
  align?: 'start' | 'end'
  children: ReactNode
}) => {
  const [open, setOpen] = useState<InitialFocus | null>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const id = useId()
  const close = (isFocusToReturn: boolean) => {
    setOpen(null)
    if (isFocusToReturn) opener.current?.focus()
  }
  return (
    <>
      <button
        ref={opener}
        id={id}
        type="button"
        className={buttonClass}
        aria-haspopup="menu"
        aria-expanded={open !== null}
        // Opened by keyboard, the first item has the focus; opened by pointer, none has it yet.
        onClick={({ detail }) => setOpen(open === null ? (detail === 0 ? 'first' : 'before') : null)}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setOpen(event.key === 'ArrowDown' ? 'first' : 'last')
        }}
      >
        {button}
      </button>
      {open !== null && (
        <MenuList opener={opener} begins={open} align={align} close={close}>
          {children}
        </MenuList>
      )}
    </>
  )
}

/** Menu items that belong together, under a common note. */
export const MenuSection = ({ note, children }: { note: ReactNode; children: ReactNode }) => {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id}>
      <div id={id} role="presentation" className="menu-note">
        {note}
      </div>
      {children}
    </div>
  )
}

interface Item {
  label: string
  icon?: Icon
}

const Content = ({ label, icon: Icon }: Item) => (
  <>
    {Icon && <Icon aria-hidden="true" />}
    {label}
  </>
)

/** Label of a menu item, with a note in smaller type. */
const Noted = ({ label, note }: { label: string; note: string }) => (
  <span className="menu-noted">
    <span>{label}</span> <span className="quiet">{note}</span>
  </span>
)

const ITEM = { role: 'menuitem', tabIndex: -1, className: 'menu-item' }

/** Menu item that links to another page of the site. */
export const MenuLink = ({
  to,
  isCurrent = false,
  preventScrollReset,
  label,
  icon,
  note,
  ...data
}: Item & {
  /** Without an address the item leads nowhere and only shows its text. */
  to: string | undefined
  note?: string
  /** The item links to the page that is open. */
  isCurrent?: boolean
  'data-action'?: string
} & Pick<LinkProps, 'preventScrollReset'>) => {
  const content =
    note === undefined ? <Content label={label} icon={icon} /> : <Noted label={label} note={note} />
  return to === undefined ? (
    <div {...ITEM}>{content}</div>
  ) : (
    <SiteLink
      {...data}
      {...ITEM}
      to={to}
      preventScrollReset={preventScrollReset}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {content}
    </SiteLink>
  )
}

/** Menu item that runs something immediately. */
export const MenuButton = ({ onPress, ...item }: Item & { onPress: () => void }) => (
  <div {...ITEM} onClick={onPress}>
    <Content {...item} />
  </div>
)

/** Button that opens a menu of links. */
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
