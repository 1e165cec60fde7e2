import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import type { LinkProps } from 'react-router'
import { type Begins, MenuList } from './menu-list.tsx'
import { SiteLink } from './site-link.tsx'
import './menu.css'

/** A button that unfolds a menu of `MenuLink`s and `MenuButton`s, by the pattern of the ARIA guide. */
export const Menu = ({
  button,
  buttonClass = 'button',
  align = 'start',
  children,
}: {
  button: ReactNode
  buttonClass?: string
  /** With which edge of the button the menu is in line. */
  align?: 'start' | 'end'
  children: ReactNode
}) => {
  const [open, setOpen] = useState<Begins | null>(null)
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
        // By key one begins at the first item, by pointer before it.
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

/** Items of a menu that belong together, under what there is to say of them. */
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

const ITEM = { role: 'menuitem', tabIndex: -1, className: 'menu-item' }

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

/** An item of a menu that does something at once. */
export const MenuButton = ({ onPress, ...item }: Item & { onPress: () => void }) => (
  <div {...ITEM} onClick={onPress}>
    <Content {...item} />
  </div>
)
