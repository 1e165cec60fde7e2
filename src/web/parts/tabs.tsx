import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { showNumber } from './amounts.tsx'
import { NON_LIST_PARAMS } from './list-address.ts'

/** One of several views of the same thing. */
export interface Tab {
  id: string
  label: string
  count?: number
  content: () => ReactNode
}

/** Tabs whose open one is kept in the address (`?tab=`), so that it can be linked to. */
export const Tabs = ({
  label,
  tabs,
  param = 'tab',
}: {
  label: string
  tabs: readonly Tab[]
  param?: string
}) => {
  const [search, setSearch] = useSearchParams()
  const base = useId()
  const list = useRef<HTMLDivElement>(null)
  const open = tabs.find(tab => tab.id === search.get(param)) ?? tabs[0]
  // On a narrow screen the open one may lie beyond the edge.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-selected=true]')
    if (list.current && tab) list.current.scrollLeft = tab.offsetLeft - list.current.clientWidth / 3
  }, [open?.id])
  if (!open) return null
  const choose = (tab: Tab) =>
    setSearch(
      before => {
        // Filters, order and page belong to the list that is left.
        const after = new URLSearchParams([...before].filter(([name]) => NON_LIST_PARAMS.includes(name)))
        if (tab === tabs[0]) after.delete(param)
        else after.set(param, tab.id)
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.indexOf(open)
    const goal = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    const next = goal === undefined ? undefined : tabs[(goal + tabs.length) % tabs.length]
    if (!next) return
    event.preventDefault()
    choose(next)
    list.current?.querySelector<HTMLElement>(`[data-tab='${next.id}']`)?.focus()
  }
  return (
    <div>
      <div className="tabs scroll-x" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map(tab => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            className="tab"
            id={`${base}-${tab.id}`}
            data-tab={tab.id}
            aria-selected={tab === open}
            aria-controls={`${base}-panel`}
            tabIndex={tab === open ? 0 : -1}
            onClick={() => choose(tab)}
          >
            {tab.label}
            {tab.count !== undefined && <span className="tab-count num">{showNumber(tab.count)}</span>}
          </button>
        ))}
      </div>
      <div className="tab-panel" role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${open.id}`}>
        {open.content()}
      </div>
    </div>
  )
}
