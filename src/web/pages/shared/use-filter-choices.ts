import { areaColumns } from '#contract/columns/place'
import { urlOf } from '#contract/endpoint'
import { listUrl } from '#contract/noun'
import { NOUNS } from '#contract/nouns'
import { referenceChoices } from '#contract/settings'
import { useChoices } from '../../api.ts'
import type { Filter } from '../../parts/filter-bar.tsx'

/** Filters whose choices are lists of the market; one whose list cannot be had is left out. */
export const useFilterChoices = () => {
  const rounds = useChoices(listUrl(NOUNS.round, { format: 'choices' }))
  const types = useChoices(listUrl(NOUNS.projectType, { format: 'choices' }))
  const ncas = useChoices(urlOf(referenceChoices.nca[0], {}))
  const lpas = useChoices(urlOf(referenceChoices.lpa[0], {}))
  const filter = <Id extends string>(id: Id, label: string, data: Filter['choices']): Filter<Id>[] =>
    data && data.length > 0 ? [{ id, label, choices: data }] : []
  return {
    round: filter('marketRoundId', 'Round', rounds.data),
    projectType: filter('type', 'Project type', types.data),
    nca: filter('nca', areaColumns.nca.label, ncas.data),
    lpa: filter('lpa', 'Planning authority', lpas.data),
  }
}
