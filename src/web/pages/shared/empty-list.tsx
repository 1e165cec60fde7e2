import type { ReactNode } from 'react'
import type { AvailableAction } from '#contract/resource'
import { listUrl, type Listed, type ListQueryOf } from '#contract/noun'
import { Door } from '../../parts/action-bar.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { useListWords, usePages } from '../../parts/list-address.ts'
import { onMenu } from '../../parts/on-menu.ts'
import { useAddressList } from './use-address-list.ts'

const ORDER_AND_PAGE = ['limit', 'cursor', 'sort', 'on']

/**
 * A list without entries, with the button that ends that: the filters are cleared where some are set, else something is
 * added, by the list's own action or by `add`.
 */
export const EmptyList = <N extends Listed>({
  noun,
  fixed,
  title,
  add,
  children,
}: {
  noun: N
  fixed: ListQueryOf<N>
  title: string
  add?: { action: AvailableAction | undefined; self?: string }
  children?: ReactNode
}) => {
  const filters = Object.keys(useListWords(noun)).filter(word => !ORDER_AND_PAGE.includes(word))
  const { clear } = usePages()
  const actions = onMenu(useAddressList(noun, fixed).data?.actions ?? [])
  if (filters.length > 0)
    return (
      <EmptyState
        title="Nothing fits the filters"
        button={
          <button type="button" className="button" onClick={() => clear(filters)}>
            Clear the filters
          </button>
        }
      />
    )
  return (
    <EmptyState
      title={title}
      button={add ? <Door {...add} /> : <Door action={actions[0]} self={listUrl(noun, {})} known={fixed} />}
    >
      {children}
    </EmptyState>
  )
}
