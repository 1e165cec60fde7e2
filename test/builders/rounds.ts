import type { NameOfAction } from '#actions/index'
import type { Kind } from '#domain/entities'
import { demonstration, type Template } from './templates.ts'
import { type Person, serve, type Subject, until, type World } from './world.ts'

/** The demonstration's two rounds: one that waits for its match, one that is open for bids and offers. */
export const SOMERSET: Subject = { kind: 'round', id: 'RD-SOM-1' }
export const SOLENT: Subject = { kind: 'round', id: 'RD-SOL-1' }

/** Who leaves the Somerset round so that little remains: seven suppliers and eight buyers, with groups of either kind. */
const LEAVING = [
  ...['SU01', 'SU02', 'SU04', 'SU06', 'SU07', 'SU08', 'SU14'].map(id => `${id}-Supplier`),
  ...['BU04', 'BU10'].map(id => `${id}-Buyer`),
  ...['IN01', 'IN02', 'IN03'].map(id => `${id}-Investor`),
]

/** The Somerset round after most have withdrawn from it: its match takes seconds. */
export const smallRound: Template = {
  name: 'small_round',
  from: demonstration,
  make: async (reach, dataDir) => {
    const { as, stop } = await serve(reach, dataDir, { works: false })
    for (const who of LEAVING)
      await as('operator').does(
        'Withdraw',
        { kind: 'participation', id: `${SOMERSET.id}-${who}` },
        { reason: 'Another time' },
      )
    await stop()
  },
}

export interface Round {
  status: string
  version: number
  actions: { id: string }[]
  solverTask: { id: string; state: string; links: { self: string } } | null
}

export const readRound = (person: Person, round = SOMERSET): Promise<Round> =>
  person.get<Round>(`/api/round/${round.id}`)

/** Asks for the match and waits until the round has come out of it. */
export const matched = async (operator: Person, round = SOMERSET): Promise<Round> => {
  await operator.does('Match', round, { confirmed: true })
  return until('the round is matched', async () => {
    const now = await readRound(operator, round)
    return !['Pending', 'Matching'].includes(now.status) && now
  })
}

/** The small round with its match waiting to be accepted or rejected. */
export const matchedRound: Template = {
  name: 'matched_round',
  from: smallRound,
  make: async (reach, dataDir) => {
    const { as, stop } = await serve(reach, dataDir)
    const { status } = await matched(as('operator'))
    if (status !== 'Matched') throw new Error(`The small round came out of its match as ${status}`)
    await stop()
  },
}

/** Every declaration of a category that a form asks for, agreed to. */
export const agreed = async <K extends Kind, N extends string>(
  person: Person,
  action: NameOfAction<K, N>,
  subject: Subject<K>,
): Promise<{ id: string; answer: true }[]> =>
  (await person.form(action, subject)).declarations.map(({ id }) => ({ id, answer: true }))

/** The statuses of all things of a kind in a round, by id. */
export const statusesIn = async (
  { store }: Pick<World, 'store'>,
  kind: 'project' | 'requirement',
  round = SOMERSET,
): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await store.read.list(kind, { roundId: round.id ?? '' })).map(one => [one.id, one.status]),
  )

/** The Solent's second round, which the demonstration leaves as a draft, and a day on which all its windows are open. */
export const SECOND: Subject = { kind: 'round', id: 'RD-SOL-2' }
const REGISTRATION = '2026-09-28T12:00:00.000Z'

const ASKED = ['ParticipantRules', 'ProjectControl', 'RequirementTrue', 'OfferBinding', 'BidBinding']

/** The operator opens the second round for registration, with a declaration of each kind, and the day comes. */
export const openSecondRound = async ({ as, setClock }: World): Promise<void> => {
  const operator = as('operator')
  for (const declarationId of ASKED) await operator.does('AddDeclaration', SECOND, { declarationId })
  await operator.does('SetReserveInfo', SECOND, { hasReserve: false, agreedWithEMB: true })
  await operator.does('Open', SECOND, { confirmed: true })
  setClock(REGISTRATION)
}

/** The operator lets ponds of Somerset into the second round, which trades nitrogen of the Solent. */
export const widenSecondRound = async ({ as }: World): Promise<void> => {
  const { values } = await as('operator').form('Update', SECOND)
  const more = {
    services: 'Biodiversity',
    projectTypeIds: 'PondCreation',
    ncaIds: 'NCA142',
    lpaIds: 'Somerset',
  }
  const lists = Object.entries(more).map(([list, one]) => [list, [...(values[list] as string[]), one]])
  await as('operator').does('Update', SECOND, { ...values, ...Object.fromEntries(lists) })
}

/** An organisation registers in the second round, and the operator completes it. */
export const takesPart = async (
  { as }: World,
  who: string,
  organisation: Subject,
  capacity: 'Supplier' | 'Buyer',
): Promise<void> => {
  const declarations = await agreed(as(who), 'RegisterAsParticipant', SECOND)
  const { context } = await as(who).does('RegisterAsParticipant', organisation, {
    marketRoundId: SECOND.id,
    capacities: [capacity],
    declarations,
  })
  await as('operator').does(
    'CompleteRegistration',
    { kind: 'participation', id: context.id },
    { confirmed: true },
  )
}
