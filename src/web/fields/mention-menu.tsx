import { useEffect, useRef } from 'react'
import type { BeautifulMentionsMenuItemProps, BeautifulMentionsMenuProps } from 'lexical-beautiful-mentions'

/** List of people and organisations that can be mentioned, below the text. */
export const MentionMenu = ({ loading, children, 'aria-label': label }: BeautifulMentionsMenuProps) => {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // The list is at the end of the document: an open panel must neither hide it nor close when it is used.
    const anchor = list.current?.closest('body > *')
    anchor?.setAttribute('data-react-aria-top-layer', 'true')
    anchor?.removeAttribute('aria-hidden')
    anchor?.removeAttribute('inert')
    anchor?.setAttribute('role', 'presentation')
  }, [])
  useEffect(() => {
    // The text refers to the active option by these ids.
    for (const [at, item] of [...(list.current?.children ?? [])].entries()) item.id = `typeahead-item-${at}`
  })
  return (
    <ul ref={list} className="mention-menu" role="listbox" aria-label={label} aria-busy={loading}>
      {children}
    </ul>
  )
}

/** Option of the mention list. */
export const MentionMenuItem = ({
  selected,
  item,
  onClick,
  onMouseEnter,
  onMouseDown,
  ref,
}: BeautifulMentionsMenuItemProps) => (
  <li
    ref={ref}
    className="option"
    role="option"
    aria-selected={selected}
    data-focused={selected || undefined}
    onClick={onClick}
    onMouseEnter={onMouseEnter}
    onMouseDown={onMouseDown}
  >
    {item.displayValue}
    {typeof item.data?.of === 'string' && <span className="quiet small"> {item.data.of}</span>}
  </li>
)
