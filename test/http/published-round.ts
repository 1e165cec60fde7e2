import { create } from '#actions/kit/changes'
import type { Actor } from '#domain/people/actor'
import type { Kind } from '#domain/disclosure/entities'
import { openSecrets } from '#server/auth/secrets'
import { newId } from '#server/process/ids'
import { signCheckpointIfDue } from '#server/log/checkpoints'
import { readInclusionProof } from '#server/log/read'
import { runAction } from '#server/runner/run-action'
import { createReceipt } from '#server/store/activity'
import { firstStart } from '../builders/installation.ts'
import {
  anActor,
  anOperator,
  anOrganisation,
  aParticipation,
  aProject,
  aRequirement,
  aRound,
  aService,
} from '../builders/market.ts'
import { SAMPLES } from '../store/samples.ts'
import { waitUntil, world } from '../builders/world.ts'

const TONE = 'SomersetLevelsAndMoorsTone'

/** The operator of the market. */
export const operator = anOperator()
const people = {
  farm: anActor({ userId: 'ann', organisationId: 'avon-farm' }),
  estate: anActor({ userId: 'eve', organisationId: 'east-estate' }),
  homes: anActor({ userId: 'bob', organisationId: 'brook-homes' }),
  mill: anActor({ userId: 'mia', organisationId: 'mill-homes' }),
}

/** A round of two suppliers and two buyers in a market that publishes nothing, matched by the engine and not yet accepted. */
export const roundToPublish = async () => {
  const market = await world({ from: firstStart })
  const { store, runtime } = market
  const round = { roundId: 'levels-round-1' }
  const project = (id: string, supplierId: string) =>
    create('project', {
      ...aProject({
        id,
        supplierId,
        name: `${id} meadow`,
        status: 'ApprovedRound',
        offer: null,
        offeredAt: null,
      }),
      ...{ ...round, subcatchmentId: TONE, toConfirmSince: null },
    })
  const requirement = (id: string, buyerId: string) =>
    create('requirement', {
      ...aRequirement({ id, buyerId, name: `${id} street`, status: 'Registered', bid: null, bidAt: null }),
      ...{ ...round, subcatchmentId: TONE, redemptionDate: '2027-01-01', toConfirmSince: null },
    })
  const takesPart = (organisationId: string, capacity: 'Supplier' | 'Buyer') =>
    create('participation', {
      ...aParticipation({
        id: `${organisationId}-${capacity}`,
        organisationId,
        capacity,
        status: 'Registered',
      }),
      ...round,
    })
  await store.transaction(tx =>
    tx.apply(
      [
        create('organisation', { id: 'operator', type: 'OPER', name: 'Market operator' }),
        ...['avon-farm', 'east-estate', 'brook-homes', 'mill-homes'].map(id =>
          create('organisation', anOrganisation({ id, name: `The ${id}`, companyNumber: null })),
        ),
        ...[operator, ...Object.values(people)].map(({ userId, organisationId, groups }) =>
          create('user', {
            ...{ id: userId ?? '', username: userId ?? '', displayName: userId ?? '', active: true },
            ...{ email: `${userId}@market.example`, groups: [...groups], organisationId },
            admittedAt: '2025-01-01T00:00:00.000Z',
          }),
        ),
        create('market', { ...SAMPLES.market, id: 'levels', name: 'Levels', instances: 'withheld' }),
        create('round', {
          ...aRound({
            id: round.roundId,
            marketId: 'levels',
            status: 'OpenForBidsAndOffers',
            hasReserve: false,
          }),
          subcatchmentIds: [TONE],
        }),
        ...['avon-farm', 'east-estate'].map(id => takesPart(id, 'Supplier')),
        ...['brook-homes', 'mill-homes'].map(id => takesPart(id, 'Buyer')),
        project('sedge', 'avon-farm'),
        project('reed', 'east-estate'),
        create('service', aService({ id: 'sedge-credits', projectId: 'sedge' })),
        create('service', aService({ id: 'reed-credits', projectId: 'reed' })),
        requirement('north', 'brook-homes'),
        requirement('south', 'mill-homes'),
      ],
      { now: runtime.now(), newId },
    ),
  )
  const roundNow = async () => {
    const now = await market.store.read.one('round', 'levels-round-1')
    if (!now) throw new Error('The round is gone')
    return now
  }

  const does = async (actor: Actor, kind: Kind, subjectId: string, actionName: string, values: object) => {
    try {
      await runAction(market.runtime, {
        ...{ actor, kind, subjectId, actionName },
        submission: { values: { declarations: [], ...values } },
      })
    } catch (error) {
      throw new Error(`${actionName} on ${subjectId}: ${JSON.stringify(Object(error).body)}`, {
        cause: error,
      })
    }
  }
  /** The receipt of the last offer or bid for something, with its proof, as its owner gets it. */
  const receiptFor = async (kind: 'project' | 'requirement', id: string, nth = -1) => {
    const { db } = market.store
    const rows = await db
      .selectFrom('activityChained')
      .innerJoin('logLeaf', 'logLeaf.seq', 'activityChained.seq')
      .selectAll('activityChained')
      .select(['logLeaf.index', 'logLeaf.salt', 'logLeaf.said'])
      .where('subjectKind', '=', kind)
      .where('subjectId', '=', id)
      .where('action', 'in', ['SetOffer', 'SetBid'])
      .orderBy('activityChained.seq')
      .execute()
    const { index, salt, said, ...entry } = rows.at(nth)!
    const { size, hashes } = await readInclusionProof(db, index)
    const note = await market.stranger.send('/log/checkpoint')
    const proof = { index, salt: salt.toString('hex'), said, size, hashes, checkpoint: note.body as string }
    return { ...createReceipt(entry), proof }
  }
  /** Signs the current log, so that earlier receipts have their proof. */
  const signs = () =>
    signCheckpointIfDue(store.db, {
      secrets: openSecrets(market.config),
      publicUrl: 'https://market.example',
    })

  await does(people.farm, 'project', 'sedge', 'SetOffer', { offer: 90_000 })
  await does(people.farm, 'project', 'sedge', 'SetOffer', { offer: 50_001 })
  await does(people.estate, 'project', 'reed', 'SetOffer', { offer: 80_000 })
  await does(people.homes, 'requirement', 'north', 'SetBid', { bid: 90_000 })
  await does(people.mill, 'requirement', 'south', 'SetBid', { bid: 60_000 })
  await does(operator, 'round', round.roundId, 'CloseBidsAndOffers', { confirmed: true })
  await does(operator, 'round', round.roundId, 'Match', { confirmed: true })
  await waitUntil('the round is matched', async () => (await roundNow()).status === 'Matched')
  return { ...market, roundNow, does, receiptFor, signs }
}
