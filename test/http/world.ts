import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'
import type { Change } from '#actions/kit/changes'
import type { Entities, StoredKind } from '#domain/entities'
import { certify } from '../builders/seal.ts'
import { beginSession } from '#server/auth/sessions'
import { readConfig } from '#server/config'
import { openFileStore } from '#server/files/file-store'
import { buildApp } from '#server/http/app'
import { openRuntime } from '#server/open-runtime'
import { given, samples } from '../store/samples.ts'
import { freshStore } from '../store/open.ts'
import { refuseUndeclared } from './declared.ts'

const NOW = '2026-06-01T12:00:00.000Z'

/** Only one organisation has the sample's numbers, and its own history. */
const A_NEWCOMER = { companyNumber: null, charityNumber: null, broughtById: null, claimedAt: null }

/** A row like the sample of its kind, but for what is said here. */
export const like = <K extends StoredKind>(kind: K, row: Partial<Entities[K]> & { id: string }): Change => ({
  change: 'create',
  kind,
  row: { ...samples[kind], ...(kind === 'organisation' && A_NEWCOMER), ...row },
})

const organisation = (id: string, type: Entities['organisation']['type'], lpaId: string | null = null) =>
  like('organisation', { id, name: `The ${id}`, type, csvId: null, lpaId })

const user = (id: string, group: Entities['user']['groups'][number], organisationId: string | null) =>
  like('user', {
    id,
    username: id,
    displayName: `Person ${id}`,
    email: `${id}@x.example`,
    groups: [group],
    organisationId,
  })

const noAmounts = { offer: null, offeredAt: null, groupId: null, status: 'ApprovedRound' } as const

/** Who there is: an operator, two suppliers, two buyers, two agencies and two planning authorities, each with one person. */
const people = (): Change[] => [
  like('lpa', { id: 'Somerset' }),
  like('lpa', { id: 'Dorset', name: 'Dorset' }),
  like('nca', { id: 'NCA142' }),
  like('subcatchment', { id: 'Parrett' }),
  like('standard', { id: 'BsiFlex704' }),
  like('projectType', { id: 'WetlandCreation' }),
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

/** A market with one round in which two suppliers have offered and a buyer has bid; an agency may bid for the farm, a registrar may not. */
const market = (): Change[] => [
  like('market', { id: 'levels', name: 'Levels' }),
  like('round', {
    id: 'bidding',
    name: 'Round 1',
    marketId: 'levels',
    status: 'OpenForBidsAndOffers',
    settledAt: null,
  }),
  like('round', { id: 'draft', name: 'Round 2', marketId: 'levels', status: 'Draft', settledAt: null }),
  like('agentAuthority', { id: 'auth-1', roundId: 'bidding', clientId: 'farm', agentId: 'agency' }),
  like('agentAuthority', {
    id: 'auth-2',
    roundId: 'bidding',
    clientId: 'farm',
    agentId: 'registrar',
    permissions: ['RegisterForRound'],
  }),
  like('participation', {
    id: 'farm-part',
    organisationId: 'farm',
    roundId: 'bidding',
    status: 'Registered',
  }),
  like('project', project('sedge', 'farm', { offer: 6_500_050, offeredAt: NOW, status: 'Offered' })),
  like('project', project('reed', 'estate', { offer: 7_700_000, offeredAt: NOW, status: 'Offered' })),
  like('project', project('moss', 'estate', { ...noAmounts, status: 'Draft', lpaId: 'Somerset' })),
  like('service', { id: 'service', projectId: 'sedge' }),
  like('requirement', {
    id: 'homes',
    name: 'Homes',
    buyerId: 'builder',
    roundId: 'bidding',
    agentId: null,
    groupId: null,
    bid: 20_000_000,
  }),
]

const project = (id: string, supplierId: string, more: Partial<Entities['project']>) => ({
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

/** The interface on a database of its own, asked by whoever is named. */
export const startWorld = (...more: Change[]) => startWorldWith({}, ...more)

/** The same with other settings than the usual, and with passwords that are hashed quickly. */
export const startWorldWith = async (variables: NodeJS.ProcessEnv, ...more: Change[]) => {
  const store = await freshStore()
  const dataDir = mkdtempSync(join(tmpdir(), 'credit-market-http-'))
  const clock = { now: NOW }
  const runtime = openRuntime(store.db, {
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
  await store.transaction(tx => tx.apply([...people(), ...market(), ...more], given()))
  const app: FastifyInstance = await buildApp({ runtime, config, files, log: pino({ level: 'silent' }) })
  refuseUndeclared(app)
  await app.ready()

  const secrets = new Map<string, string>()
  const cookieOf = async (userId: string): Promise<string> => {
    // Long after its last request a session has ended, so another time needs another one.
    const key = `${userId} ${clock.now}`
    const secret = secrets.get(key) ?? (await beginSession(store.db, userId, clock.now))
    secrets.set(key, secret)
    return `session=${secret}`
  }
  /** What somebody is answered; nobody is signed in when no one is named. */
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
