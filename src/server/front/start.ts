import { CREDIT_TYPES } from '@credit-market/matching/problem/credit-type'
import type { StartPageData } from '#front/start-view'
import { createViewContext } from '../http/app-context.ts'
import type { ReadOnlyStore } from '../http/replica.ts'
import { readPublicRounds, readPublicStatistics } from '../register/public.ts'

/** Content of the start page: planned, open and announced rounds, and the results of settled ones. */
export const readStartPage = async (from: ReadOnlyStore, signsUp: boolean): Promise<StartPageData> => {
  const { db } = from.store
  const { on } = createViewContext(from)
  const [announced, { rounds: settled }] = await Promise.all([
    readPublicRounds(db),
    readPublicStatistics(db, on),
  ])
  const sum = (of: 'projects' | 'requirements') => settled.reduce((all, round) => all + round[of], 0)
  const sold = settled.flatMap(({ units }) => units)
  return {
    today: on,
    rounds: announced
      .filter(({ status }) => status !== 'Settled')
      .map(round => ({
        ...round,
        places: [...round.subcatchments, ...round.lpas, ...round.ncas].map(({ name }) => name),
      })),
    figures: {
      rounds: settled.length,
      projects: sum('projects'),
      requirements: sum('requirements'),
      units: CREDIT_TYPES.map(creditType => ({
        creditType,
        units: sold.filter(one => one.creditType === creditType).reduce((all, { units }) => all + units, 0),
      })).filter(({ units }) => units > 0),
    },
    signsUp,
  }
}
