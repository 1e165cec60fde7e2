import { CREDIT_TYPES } from '#domain/credit-type'
import type { StartView } from '#front/start-view'
import { contextOf } from '../http/app-context.ts'
import type { Reading } from '../store/replica.ts'
import { namesIn } from '../views/names.ts'
import { publicRounds, statistics } from '../views/public.ts'

/** What visitors are told first: the rounds that are open or to come, and what the settled ones have come to. */
export const startView = async (from: Reading, signsUp: boolean): Promise<StartView> => {
  const { db } = from.store
  const { on } = contextOf(from)
  const [announced, { rounds: settled }, areas] = await Promise.all([
    publicRounds(db),
    statistics(db, on),
    db
      .selectFrom('round')
      .select(['id', 'ncaIds', 'lpaIds', 'subcatchmentIds'])
      .where('status', 'not in', ['Draft', 'Settled'])
      .execute(),
  ])
  const names = await namesIn(db, {
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
