import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { useSearchParams } from 'react-router'
import { showNumber } from './values/amounts.tsx'
import { NON_LIST_PARAMS } from './page/list-address.ts'

/** One of several views of the same subject. */
export interface Tab {
  id: string
  label: string
  count?: number
  content: () => ReactNode
}

const PARAM = 'tab'

/** On a narrow screen the open tab may be outside the visible part of the tab list. */
const bringIntoSight = (tab: HTMLElement | null) => {
  const list = tab?.parentElement
  if (list) list.scrollLeft = tab.offsetLeft - list.clientWidth / 3
}

/** Index of the tab that a key moves to; null for keys with another meaning. */
const tabAt = (key: string, from: number, count: number): number | null => {
  switch (key) {
    case 'ArrowRight':
      return (from + 1) % count
    case 'ArrowLeft':
      return (from + count - 1) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

/** Tabs whose open tab is stored in the address (`?tab=`), so that it can be linked to. */
export const Tabs = ({ label, tabs }: { label: string; tabs: readonly Tab[] }) => {
  const [search, setSearch] = useSearchParams()
  const base = useId()
  const open = tabs.find(tab => tab.id === search.get(PARAM)) ?? tabs[0]
  if (!open) return null
  const choose = (id: string) =>
    setSearch(
      before => {
        // Filters, order and page belong to the list that is being left.
        const after = new URLSearchParams([...before].filter(([name]) => NON_LIST_PARAMS.includes(name)))
        if (id === tabs[0]?.id) after.delete(PARAM)
        else after.set(PARAM, id)
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  const walk = (event: KeyboardEvent) => {
    const next = tabAt(event.key, tabs.indexOf(open), tabs.length)
    const tab = next === null ? undefined : tabs[next]
    if (!tab) return
    event.preventDefault()
    choose(tab.id)
    document.getElementById(`${base}${tab.id}`)?.focus()
  }
  return (
    <div>
      <div className="tabs scroll-x" role="tablist" aria-label={label}>
        {tabs.map(tab => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}${tab.id}`}
            className="tab"
            aria-selected={tab === open}
            aria-controls={tab === open ? `${base}panel` : undefined}
            // Roving tabindex: Tab enters the tab list, and the arrow keys move along it.
            tabIndex={tab === open ? 0 : -1}
            ref={tab === open ? bringIntoSight : undefined}
            onClick={() => choose(tab.id)}
            onKeyDown={walk}
          >
            {tab.label}
            {tab.count !== undefined && <span className="tab-count num">{showNumber(tab.count)}</span>}
          </button>
        ))}
      </div>
      <div
        key={open.id}
        id={`${base}panel`}
        className="tab-panel"
        role="tabpanel"
        aria-labelledby={`${base}${open.id}`}
      >
        {open.content()}
      </div>
    </div>
  )
}
