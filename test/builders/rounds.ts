import type { ActionNameOf } from '#actions/index'
import type { Kind } from '#domain/disclosure/entities'
import { demonstration, type Template } from './templates.ts'
import { type Person, serve, type Subject, waitUntil, type World } from './world.ts'

/** The demonstration’s two rounds: one waits for its match, one is open for bids and offers. */
export const SOMERSET_ROUND: Subject = { kind: 'round', id: 'RD-SOM-1' }
export const SOLENT_ROUND: Subject = { kind: 'round', id: 'RD-SOL-1' }

/**
 * Participants to withdraw from the Somerset round, which leaves seven suppliers and eight buyers, with groups of both
 * kinds.
 */
const LEAVING = [
  ...['SU01', 'SU02', 'SU04', 'SU06', 'SU07', 'SU08', 'SU14'].map(id => `${id}-Supplier`),
  ...['BU04', 'BU10'].map(id => `${id}-Buyer`),
  ...['IN01', 'IN02', 'IN03'].map(id => `${id}-Investor`),
]

/** The Somerset round after most have withdrawn: its match takes seconds. */
export const openSmallRound: Template = {
  name: 'small_round',
  file: import.meta.filename,
  from: demonstration,
  make: async (reach, dataDir) => {
    const { as, stop } = await serve(reach, dataDir, { works: false })
    for (const who of LEAVING)
      await as('operator').does(
        'Withdraw',
        { kind: 'participation', id: `${SOMERSET_ROUND.id}-${who}` },
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

export const readRound = (person: Person, round = SOMERSET_ROUND): Promise<Round> =>
  person.get<Round>(`/api/round/${round.id}`)

/** Starts the match and waits until the round has its result. */
export const runMatch = async (operator: Person, round = SOMERSET_ROUND): Promise<Round> => {
  await operator.does('Match', round, { confirmed: true })
  return waitUntil('the round is matched', async () => {
    const now = await readRound(operator, round)
    return !['Pending', 'Matching'].includes(now.status) && now
  })
}

/** The small round with its match waiting to be accepted or rejected. */
export const openMatchedRound: Template = {
  name: 'matched_round',
  file: import.meta.filename,
  from: openSmallRound,
  make: async (reach, dataDir) => {
    const { as, stop } = await serve(reach, dataDir)
    const { status } = await runMatch(as('operator'))
    if (status !== 'Matched') throw new Error(`The match of the small round ended as ${status}`)
    await stop()
  },
}

/** Every declaration of a category that a form asks for, answered yes. */
export const agreeToDeclarations = async <K extends Kind, N extends string>(
  person: Person,
  action: ActionNameOf<K, N>,
  subject: Subject<K>,
): Promise<{ id: string; answer: true }[]> =>
  (await person.form(action, subject)).declarations.map(({ id }) => ({ id, answer: true }))

/** The statuses of all things of a kind in a round, by id. */
export const readStatusesInRound = async (
  { store }: Pick<World, 'store'>,
  kind: 'project' | 'requirement',
  round = SOMERSET_ROUND,
): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await store.read.list(kind, { roundId: round.id ?? '' })).map(one => [one.id, one.status]),
  )

/** The Solent’s second round, which the demonstration leaves as a draft, and a date on which all its windows are open. */
export const SECOND_ROUND: Subject = { kind: 'round', id: 'RD-SOL-2' }
const REGISTRATION = '2026-09-28T12:00:00.000Z'

const ASKED = ['ParticipantRules', 'ProjectControl', 'RequirementTrue', 'OfferBinding', 'BidBinding']

/**
 * The operator opens the second round for registration, with a declaration of each kind, and the clock moves to that
 * date.
 */
export const openSecondRound = async ({ as, setClock }: World): Promise<void> => {
  const operator = as('operator')
  for (const declarationId of ASKED) await operator.does('AddDeclaration', SECOND_ROUND, { declarationId })
  await operator.does('SetReserveInfo', SECOND_ROUND, { hasReserve: false, agreedWithEMB: true })
  await operator.does('Open', SECOND_ROUND, { confirmed: true })
  setClock(REGISTRATION)
}

/** The operator lets ponds of Somerset into the second round, which trades nitrogen of the Solent. */
export const widenSecondRound = async ({ as }: World): Promise<void> => {
  const { values } = await as('operator').form('Update', SECOND_ROUND)
  const more = {
    services: 'Biodiversity',
    projectTypeIds: 'PondCreation',
    ncaIds: 'NCA142',
    lpaIds: 'Somerset',
  }
  const lists = Object.entries(more).map(([list, one]) => [list, [...(values[list] as string[]), one]])
  await as('operator').does('Update', SECOND_ROUND, { ...values, ...Object.fromEntries(lists) })
}

/** An organisation registers in the second round, and the operator completes it. */
export const joinSecondRound = async (
  { as }: World,
  who: string,
  organisation: Subject,
  capacity: 'Supplier' | 'Buyer',
): Promise<void> => {
  const declarations = await agreeToDeclarations(as(who), 'RegisterAsParticipant', SECOND_ROUND)
  const { context } = await as(who).does('RegisterAsParticipant', organisation, {
    marketRoundId: SECOND_ROUND.id,
    capacities: [capacity],
    declarations,
  })
  await as('operator').does(
    'CompleteRegistration',
    { kind: 'participation', id: context.id },
    { confirmed: true },
  )
}
