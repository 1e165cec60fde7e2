import type { RoundRow } from '#contract/round'
import { useChoices, useList } from '../../api.ts'
import type { Filter } from '../../parts/filter-bar.tsx'

/** Filters whose choices are lists of the market; one whose list cannot be had is left out. */
export const useFilterChoices = () => {
  const rounds = useList<RoundRow>('/api/rounds', { limit: 200 }).data?.items.map(({ id, name, market }) => ({
    id,
    name: `${market.name}, ${name}`,
  }))
  const types = useChoices('/api/project-types?format=choices')
  const ncas = useChoices('/api/ref/ncas')
  const lpas = useChoices('/api/ref/lpas')
  const filter = <Id extends string>(id: Id, label: string, data: Filter['choices']): Filter<Id>[] =>
    data && data.length > 0 ? [{ id, label, choices: data }] : []
  return {
    round: filter('marketRoundId', 'Round', rounds),
    projectType: filter('type', 'Project type', types.data),
    nca: filter('nca', 'National character area', ncas.data),
    lpa: filter('lpa', 'Planning authority', lpas.data),
  }
}
