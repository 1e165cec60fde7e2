import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** Item that has the focus when a menu opens. */
export type InitialFocus = 'first' | 'last' | 'before'

const GAP = 4
const EDGE = 8
/** Milliseconds: characters typed within this time of each other form one search prefix. */
const PAUSE = 500

const itemsOf = (list: HTMLElement): HTMLElement[] => [
  ...list.querySelectorAll<HTMLElement>('[role="menuitem"]'),
]

/** Positions a list under its button, or above it if there is more space, within the edges of the screen. */
const place = (list: HTMLElement, opener: HTMLElement, align: 'start' | 'end'): void => {
  const { left, right, top, bottom, width } = opener.getBoundingClientRect()
  list.style.setProperty('--trigger-width', `${width}px`)
  list.style.maxHeight = ''
  const { offsetWidth, offsetHeight } = list
  const [above, below] = [top - GAP - EDGE, innerHeight - bottom - GAP - EDGE]
  const isAbove = offsetHeight > below && above > below
  const height = Math.min(offsetHeight, isAbove ? above : below)
  const start = align === 'end' ? right - offsetWidth : left
  list.style.maxHeight = `${height}px`
  list.style.top = `${isAbove ? top - GAP - height : bottom + GAP}px`
  list.style.left = `${Math.max(EDGE, Math.min(start, document.documentElement.clientWidth - offsetWidth - EDGE))}px`
}

/**
 * Items of an open menu. Arrow keys, Home, End and typed characters move the focus; Escape, Tab and a press
 * elsewhere close it.
 */
export const MenuList = ({
  opener,
  begins,
  align,
  close,
  children,
}: {
  opener: RefObject<HTMLButtonElement | null>
  begins: InitialFocus
  align: 'start' | 'end'
  close: (isFocusToReturn: boolean) => void
  children: ReactNode
}) => {
  const list = useRef<HTMLDivElement>(null)
  const typed = useRef({ letters: '', at: 0 })

  useLayoutEffect(() => {
    const [box, button] = [list.current, opener.current]
    if (!box || !button) return
    box.setAttribute('aria-labelledby', button.id)
    box.showPopover()
    const put = () => place(box, button, align)
    put()
    const items = itemsOf(box)
    const first = { first: items[0], last: items.at(-1), before: box }[begins] ?? box
    first.focus({ preventScroll: true })
    addEventListener('scroll', put, { capture: true, passive: true })
    addEventListener('resize', put)
    return () => {
      removeEventListener('scroll', put, { capture: true })
      removeEventListener('resize', put)
    }
  }, [opener, begins, align])

  useEffect(() => {
    const press = ({ target }: PointerEvent) => {
      if (!(target instanceof Node)) return
      if (!list.current?.contains(target) && !opener.current?.contains(target)) close(false)
    }
    document.addEventListener('pointerdown', press)
    return () => document.removeEventListener('pointerdown', press)
  })

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const items = itemsOf(event.currentTarget)
    const at = items.findIndex(item => item === document.activeElement)
    const goTo = (item: HTMLElement | undefined) => {
      event.preventDefault()
      item?.focus()
    }
    const { key } = event
    if (key === 'Escape') {
      event.stopPropagation()
      return close(true)
    }
    if (key === 'ArrowDown') return goTo(items[(at + 1) % items.length])
    if (key === 'ArrowUp') return goTo(items.at(at <= 0 ? -1 : at - 1))
    if (key === 'Home') return goTo(items[0])
    if (key === 'End') return goTo(items.at(-1))
    if (key === 'Enter' || key === ' ') {
      event.preventDefault()
      return items[at]?.click()
    }
    if (key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return
    const isNew = event.timeStamp - typed.current.at > PAUSE
    const letters = (isNew ? '' : typed.current.letters) + key.toLowerCase()
    typed.current = { letters, at: event.timeStamp }
    const after = [...items.slice(at + (isNew ? 1 : 0)), ...items]
    goTo(after.find(({ textContent }) => textContent.trim().toLowerCase().startsWith(letters)))
  }

  return (
    <div
      ref={list}
      popover="manual"
      role="menu"
      tabIndex={-1}
      className="popover menu-list"
      onKeyDown={onKeyDown}
      onPointerMove={({ target }) => {
        if (target instanceof Element)
          target.closest<HTMLElement>('[role="menuitem"]')?.focus({ preventScroll: true })
      }}
      onClick={({ target }) => {
        if (target instanceof Element && target.closest('[role="menuitem"]')) close(true)
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (
          relatedTarget instanceof Node &&
          relatedTarget !== opener.current &&
          !currentTarget.contains(relatedTarget)
        )
          close(false)
      }}
    >
      {children}
    </div>
  )
}
