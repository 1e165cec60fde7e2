import { useLocation } from 'react-router'
import type { Crumb } from '../../parts/page-context.ts'

/** The breadcrumbs to the list from which a page was opened: the records, or the registry with the same things in it. */
export const useListCrumbs = ({ name, to }: { name: string; to: string }): Crumb[] =>
  useLocation().pathname.startsWith('/registry/')
    ? [{ name: 'Registries' }, { name, to: `/registry${to}` }]
    : [{ name, to }]
