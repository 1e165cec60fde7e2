import type { ReactNode } from 'react'
import { Tab as TabHandle, TabList, TabPanel, Tabs as TabGroup } from 'react-aria-components/Tabs'
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

const PARAM = 'tab'

/** On a narrow screen the open tab may lie beyond the edge of the list. */
const bringIntoSight = (tab: HTMLElement | null) => {
  const list = tab?.parentElement
  if (list) list.scrollLeft = tab.offsetLeft - list.clientWidth / 3
}

/** Tabs whose open one is kept in the address (`?tab=`), so that it can be linked to. */
export const Tabs = ({ label, tabs }: { label: string; tabs: readonly Tab[] }) => {
  const [search, setSearch] = useSearchParams()
  const open = tabs.find(tab => tab.id === search.get(PARAM)) ?? tabs[0]
  if (!open) return null
  const choose = (id: string) =>
    setSearch(
      before => {
        // Filters, order and page belong to the list that is left.
        const after = new URLSearchParams([...before].filter(([name]) => NON_LIST_PARAMS.includes(name)))
        if (id === tabs[0]?.id) after.delete(PARAM)
        else after.set(PARAM, id)
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <TabGroup selectedKey={open.id} onSelectionChange={id => choose(String(id))}>
      <TabList className="tabs scroll-x" aria-label={label}>
        {tabs.map(tab => (
          <TabHandle key={tab.id} id={tab.id} className="tab" ref={tab === open ? bringIntoSight : undefined}>
            {tab.label}
            {tab.count !== undefined && <span className="tab-count num">{showNumber(tab.count)}</span>}
          </TabHandle>
        ))}
      </TabList>
      <TabPanel id={open.id} className="tab-panel">
        {open.content()}
      </TabPanel>
    </TabGroup>
  )
}
