import { useLocation } from 'react-router'
import { listUrl, type ListedNoun, type ListQueryOf } from '#contract/kit/noun'
import { areaColumns } from '#contract/columns/place'
import { endpointUrl } from '#contract/kit/endpoint'
import { NOUNS } from '#contract/nouns/nouns'
import { referenceChoices } from '#contract/system/settings'
import { useList, useChoices } from '../../api/api.ts'
import { useListQuery } from '../../parts/page/list-address.ts'
import type { Crumb } from '../../parts/page/page.tsx'
import type { Filter } from '../../parts/table/filter-bar.tsx'

/** List by the query in the address, with the `fixed` filters whatever the address says. */
export const useAddressList = <N extends ListedNoun>(noun: N, fixed: ListQueryOf<N>) =>
  useList(noun, fixed, useListQuery(noun))

/** Breadcrumbs to the list from which a page was opened: the records, or the registry of the same records. */
export const useListCrumbs = ({ name, to }: { name: string; to: string }): Crumb[] =>
  useLocation().pathname.startsWith('/registry/')
    ? [{ name: 'Registries' }, { name, to: `/registry${to}` }]
    : [{ name, to }]

/** Filters whose choices are lists of the market. A filter whose list cannot be loaded is left out. */
export const useFilterChoices = () => {
  const rounds = useChoices(listUrl(NOUNS.round, { format: 'choices' }))
  const types = useChoices(listUrl(NOUNS.projectType, { format: 'choices' }))
  const ncas = useChoices(endpointUrl(referenceChoices.nca[0], {}))
  const lpas = useChoices(endpointUrl(referenceChoices.lpa[0], {}))
  const filter = <Id extends string>(id: Id, label: string, data: Filter['choices']): Filter<Id>[] =>
    data && data.length > 0 ? [{ id, label, choices: data }] : []
  return {
    round: filter('marketRoundId', 'Round', rounds.data),
    projectType: filter('type', 'Project type', types.data),
    nca: filter('nca', areaColumns.nca.label, ncas.data),
    lpa: filter('lpa', 'Planning authority', lpas.data),
  }
}
