import { useChoices } from '../../api.ts'
import type { Filter } from '../../parts/filter-bar.tsx'

/** Filters whose choices are lists of the market; one whose list cannot be had is left out. */
export const useFilterChoices = () => {
  const rounds = useChoices('/api/rounds?limit=200')
  const types = useChoices('/api/project-types?limit=200')
  const ncas = useChoices('/api/ref/ncas')
  const lpas = useChoices('/api/ref/lpas')
  const filter = (id: string, label: string, { data }: typeof rounds): Filter[] =>
    data && data.length > 0 ? [{ id, label, choices: data }] : []
  return {
    round: filter('marketRoundId', 'Round', rounds),
    projectType: filter('type', 'Project type', types),
    nca: filter('nca', 'National character area', ncas),
    lpa: filter('lpa', 'Planning authority', lpas),
  }
}
