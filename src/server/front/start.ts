import { CREDIT_TYPES } from '@credit-market/matching/problem/credit-type'
import type { StartPageData } from '#front/start-view'
import { createViewContext } from '../http/app-context.ts'
import type { ReadOnlyStore } from '../http/replica.ts'
import { readNamesByKind } from '../views/kit/names.ts'
import { readPublicRounds, readPublicStatistics } from '../register/public.ts'

/** Content of the start page: open and announced rounds, and the results of settled ones. */
export const readStartPage = async (from: ReadOnlyStore, signsUp: boolean): Promise<StartPageData> => {
  const { db } = from.store
  const { on } = createViewContext(from)
  const [announced, { rounds: settled }, areas] = await Promise.all([
    readPublicRounds(db),
    readPublicStatistics(db, on),
    db
      .selectFrom('round')
      .select(['id', 'ncaIds', 'lpaIds', 'subcatchmentIds'])
      .where('status', 'not in', ['Draft', 'Settled'])
      .execute(),
  ])
  const names = await readNamesByKind(db, {
    nca: ['nca', areas.flatMap(({ ncaIds }) => ncaIds)],
    lpa: ['lpa', areas.flatMap(({ lpaIds }) => lpaIds)],
    subcatchment: ['subcatchment', areas.flatMap(({ subcatchmentIds }) => subcatchmentIds)],
  })
  const placesOf = (id: string): string[] => {
    const area = areas.find(one => one.id === id)
    const found = [
      ...(area?.subcatchmentIds.map(names.subcatchment) ?? []),
      ...(area?.lpaIds.map(names.lpa) ?? []),
      ...(area?.ncaIds.map(names.nca) ?? []),
    ]
    return found.flatMap(place => place?.name ?? [])
  }
  const sum = (of: 'projects' | 'requirements') => settled.reduce((all, round) => all + round[of], 0)
  const sold = settled.flatMap(({ units }) => units)
  return {
    today: on,
    rounds: announced
      .filter(({ status }) => status !== 'Settled')
      .map(round => ({ ...round, places: placesOf(round.id) })),
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
