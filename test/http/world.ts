import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'
import type { Change } from '#actions/kit/changes'
import type { EntityMap, StoredKind } from '#domain/disclosure/entities'
import { certify } from '../builders/seal.ts'
import { beginSession } from '#server/auth/sessions'
import { readConfig } from '#server/process/config'
import { openFileStore } from '#server/files/file-store'
import { buildApp } from '#server/app'
import { openActionRuntime } from '#server/open-runtime'
import { createEffectContext, SAMPLES } from '../store/samples.ts'
import { freshStore } from '../store/open.ts'
import { refuseUndeclared } from './declared.ts'

const NOW = '2026-06-01T12:00:00.000Z'

/** Only one organisation has the sample’s numbers and its history. */
const A_NEWCOMER = { companyNumber: null, charityNumber: null, broughtById: null, claimedAt: null }

/** A row like the sample of its kind, with these changes. */
export const sampleRow = <K extends StoredKind>(
  kind: K,
  row: Partial<EntityMap[K]> & { id: string },
): Change => ({
  change: 'create',
  kind,
  row: { ...SAMPLES[kind], ...(kind === 'organisation' && A_NEWCOMER), ...row },
})

const organisation = (id: string, type: EntityMap['organisation']['type'], lpaId: string | null = null) =>
  sampleRow('organisation', { id, name: `The ${id}`, type, csvId: null, lpaId })

const user = (id: string, group: EntityMap['user']['groups'][number], organisationId: string | null) =>
  sampleRow('user', {
    id,
    username: id,
    displayName: `Person ${id}`,
    email: `${id}@x.example`,
    groups: [group],
    organisationId,
  })

const noAmounts = { offer: null, offeredAt: null, groupId: null, status: 'ApprovedRound' } as const

/** The people: an operator, two suppliers, two buyers, two agencies and two planning authorities, each with one person. */
const people = (): Change[] => [
  sampleRow('lpa', { id: 'Somerset' }),
  sampleRow('lpa', { id: 'Dorset', name: 'Dorset' }),
  sampleRow('nca', { id: 'NCA142' }),
  sampleRow('subcatchment', { id: 'Parrett' }),
  sampleRow('standard', { id: 'BsiFlex704' }),
  sampleRow('projectType', { id: 'WetlandCreation' }),
  organisation('operator', 'OPER'),
  organisation('farm', 'PARTICIPANT'),
  organisation('estate', 'PARTICIPANT'),
  organisation('builder', 'PARTICIPANT'),
  organisation('agency', 'AGENT'),
  organisation('registrar', 'AGENT'),
  organisation('somerset', 'LPA', 'Somerset'),
  organisation('dorset', 'LPA', 'Dorset'),
  user('olga', 'admin', 'operator'),
  user('fay', 'participant', 'farm'),
  user('eve', 'participant', 'estate'),
  user('bob', 'participant', 'builder'),
  user('amy', 'agent', 'agency'),
  user('rex', 'agent', 'registrar'),
  user('sue', 'lpa', 'somerset'),
  user('dan', 'lpa', 'dorset'),
]

/**
 * A market with one round in which two suppliers have made offers and a buyer a bid; an agency may bid for the farm, a
 * registrar may not.
 */
const market = (): Change[] => [
  sampleRow('market', { id: 'levels', name: 'Levels' }),
  sampleRow('round', {
    id: 'bidding',
    name: 'Round 1',
    marketId: 'levels',
    status: 'OpenForBidsAndOffers',
    settledAt: null,
  }),
  sampleRow('round', {
    id: 'draft',
    name: 'Round 2',
    expectedFrom: null,
    marketId: 'levels',
    status: 'Draft',
    settledAt: null,
  }),
  sampleRow('agentAuthority', { id: 'auth-1', roundId: 'bidding', clientId: 'farm', agentId: 'agency' }),
  sampleRow('agentAuthority', {
    id: 'auth-2',
    roundId: 'bidding',
    clientId: 'farm',
    agentId: 'registrar',
    permissions: ['RegisterForRound'],
  }),
  sampleRow('participation', {
    id: 'farm-part',
    organisationId: 'farm',
    roundId: 'bidding',
    status: 'Registered',
  }),
  sampleRow('project', project('sedge', 'farm', { offer: 6_500_050, offeredAt: NOW, status: 'Offered' })),
  sampleRow('project', project('reed', 'estate', { offer: 7_700_000, offeredAt: NOW, status: 'Offered' })),
  sampleRow('project', project('moss', 'estate', { ...noAmounts, status: 'Draft', lpaId: 'Somerset' })),
  sampleRow('service', { id: 'service', projectId: 'sedge' }),
  sampleRow('requirement', {
    id: 'homes',
    name: 'Homes',
    buyerId: 'builder',
    roundId: 'bidding',
    agentId: null,
    groupId: null,
    bid: 20_000_000,
  }),
]

const project = (id: string, supplierId: string, more: Partial<EntityMap['project']>) => ({
  id,
  name: `${id[0]!.toUpperCase()}${id.slice(1)}`,
  supplierId,
  roundId: 'bidding',
  agentId: null,
  groupId: null,
  unchangedSinceRoundId: null,
  endedAs: null,
  ...more,
})

/** The API on a database of its own, with requests by any named person. */
export const startWorld = (...more: Change[]) => startWorldWith({}, ...more)

/** The same with other settings, and with quick password hashes. */
export const startWorldWith = async (variables: NodeJS.ProcessEnv, ...more: Change[]) => {
  const store = await freshStore()
  const dataDir = mkdtempSync(join(tmpdir(), 'credit-market-http-'))
  const clock = { now: NOW }
  const runtime = openActionRuntime(store.db, {
    certify,
    now: () => clock.now,
    secondPersonFor: () => config.secondPersonFor,
  })
  const config = {
    ...readConfig({
      DATA_DIR: dataDir,
      DEMO: 'off',
      REQUIRE_STEP_UP: 'off',
      SECOND_PERSON: 'nobody',
      ...variables,
    }),
    passwordCost: { memoryCost: 64, timeCost: 1 },
  }
  const files = await openFileStore(config.files)
  await store.transaction(tx => tx.apply([...people(), ...market(), ...more], createEffectContext()))
  const app: FastifyInstance = await buildApp({ runtime, config, files, log: pino({ level: 'silent' }) })
  refuseUndeclared(app)
  await app.ready()

  const secrets = new Map<string, string>()
  const cookieOf = async (userId: string): Promise<string> => {
    // Sessions expire, so after the clock has moved a new one is needed.
    const key = `${userId} ${clock.now}`
    const secret = secrets.get(key) ?? (await beginSession(store.db, userId, clock.now))
    secrets.set(key, secret)
    return `session=${secret}`
  }
  /** The answer to a request of a person; without an id, of a visitor. */
  const ask = async (userId: string | null, url: string, options: InjectOptions = {}) => {
    const cookie = userId === null ? {} : { cookie: await cookieOf(userId) }
    return app.inject({ method: 'GET', url, ...options, headers: { ...cookie, ...options.headers } })
  }
  const close = async () => {
    await app.close()
    await store.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { app, store, runtime, files, config, ask, close, cookieOf, clock }
}

export type World = Awaited<ReturnType<typeof startWorld>>
