import type { ReactNode } from 'react'
import type { AvailableAction } from '#contract/kit/resource'
import { listUrl, type ListedNoun, type ListQueryOf } from '#contract/kit/noun'
import { EmptyStateAction, menuActions } from '../../parts/action-bar.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { useListQuery, useListState } from '../../parts/page/list-address.ts'
import { useAddressList } from '../shared/list-hooks.ts'

const ORDER_AND_PAGE = ['limit', 'cursor', 'sort', 'on']

/**
 * Empty list with a button that fills it: clears the filters if there are any, otherwise adds a record by the
 * list's own action or by `add`.
 */
export const EmptyList = <N extends ListedNoun>({
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
  const filters = Object.keys(useListQuery(noun)).filter(word => !ORDER_AND_PAGE.includes(word))
  const { clear } = useListState()
  const actions = menuActions(useAddressList(noun, fixed).data?.actions ?? [])
  if (filters.length > 0)
    return (
      <EmptyState
        title="Nothing matches your filters"
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
      button={
        add ? (
          <EmptyStateAction {...add} />
        ) : (
          <EmptyStateAction action={actions[0]} self={listUrl(noun, {})} known={fixed} />
        )
      }
    >
      {children}
    </EmptyState>
  )
}
