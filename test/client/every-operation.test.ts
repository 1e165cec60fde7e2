import { afterAll, beforeAll, expect, it } from 'vitest'
import { COLLECTION_NOUNS } from '#contract/nouns/nouns'
import type { Files, Question } from '../../client/index.js'
import { sampleDocument } from '../builders/paper.ts'
import { camtOf } from '../http/camt.ts'
import { openRound, joinRound } from './errands.ts'
import { type NewMarket, newMarket, OPERATOR, PASSWORD, passwords } from './new-market.ts'
import type { Robot } from './robot.ts'

const AVON = 'avon@sedge.example'
const FEN = 'fen@sedge.example'
const BETTER = 'seven herons stand in the reeds'
const ACCOUNT = 'GB33BUKB20201555555555'
const ROUND = {
  name: 'First round',
  services: ['Phosphorous credits', 'Biodiversity units'],
  subcatchmentIds: 'Tone',
  bidderType: 'Both buyers and investors',
  ampEnd: '2027-03-31',
}

let market: NewMarket
let operator: Robot
let supplier: Robot
/** The operator’s next authenticator code. */
let nextCode: () => string

/** An answer to a question without choices, from the description of its shape. */
const madeUp = ({ shape }: Question): unknown => {
  const { type, format, minimum, pattern } = shape
  if (type === 'boolean') return true
  if (type === 'number' || type === 'integer') return Number(minimum ?? 0) + 1
  if (format === 'date') return '2026-06-10'
  if (format === 'email') return 'reed@sedge.example'
  const isPhone = typeof pattern === 'string' && pattern.startsWith('^\\+')
  return isPhone ? '+441632960777' : 'Reed bed'
}

beforeAll(async () => {
  market = await newMarket()
  operator = await market.operatorComes(madeUp)
  nextCode = await market.setsUpAuthenticator(operator)
  supplier = await market.signsUp(AVON, 'Avon Marsh', 'Sedge Farm')
  const { context } = await operator.adds('Markets', 'CreateMarket', { name: 'Levels' })
  const round = await operator.does('Market', context.id, 'CreateRound', ROUND)
  await operator.doesAsOwn('SetBankAccount', { iban: ACCOUNT })
  await openRound(operator, round.context.id)
  await supplier.doesAsOwn('Update', { mailingAddress: 'Taunton' })
  await joinRound(supplier, operator, round.context.id, ['Supplier', 'Buyer'])
})
afterAll(() => market.close())

/** Answers that cannot be invented. */
const WISHES = {
  ...{ number: 901, phosphorous: true, isForParticipants: true },
  question: 'Are hedgerow units traded?',
}

/** An outline of an area, which cannot be invented from its description. */
const outlineOf = (area: string) => {
  const ring = [
    [-3, 50.9],
    [-2.7, 50.9],
    [-2.7, 51.1],
    [-3, 50.9],
  ]
  const geometry = { type: 'Polygon', coordinates: [ring] }
  const features = [{ type: 'Feature', properties: { id: area }, geometry }]
  const content = Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }))
  return { outlines: { name: 'areas.geojson', content } }
}
const STATEMENT = Buffer.from(camtOf(ACCOUNT, [{ amount: '120.00', reference: 'BANK-1' }]))
const FILES: Readonly<Record<string, Files>> = {
  UploadBankStatement: { statement: { name: 'statement.xml', content: STATEMENT } },
  SetNcaOutlines: outlineOf('NCA142'),
  SetSubcatchmentOutlines: outlineOf('SomersetLevelsAndMoorsParrett'),
}

interface Offering {
  actions: { id: string; navigatesTo?: string }[]
}

it.each(COLLECTION_NOUNS)('does what the list $list offers, and edits the result', async noun => {
  const list = `/api/${noun.list}`
  // The operator answers questions and asks none.
  const person = noun.kind === 'roundQuestion' ? supplier : operator
  const { actions } = await person.client.follow<Offering>(list)
  expect(actions.length).toBeGreaterThan(0)
  // Nothing is due to a supplier before a round is settled.
  for (const { id } of actions.filter(one => one.id !== 'CreatePaymentRun')) {
    const { context } = await person.follows(`${list}/action/${id}`, WISHES, FILES[id])
    const { self } = context.links
    // An action of the list itself links back to it.
    if (self === list) continue
    const thing = await operator.client.follow<Offering>(self)
    const [first] = thing.actions.filter(({ navigatesTo }) => navigatesTo === undefined)
    if (first) await operator.follows(`${self}/action/${first.id}`, WISHES)
  }
})

it.each(COLLECTION_NOUNS.filter(({ createdBy }) => createdBy))(
  'runs the creating action with a post to the list $list',
  async ({ kind, list, createdBy }) => {
    const { client } = operator
    const { context } = await operator.act({
      form: () => client.follow(`/api/${list}/action/${createdBy}`),
      run: input => client.follow(`/api/${list}`, input),
    })
    expect(context.kind).toBe(kind)
  },
)

it.each(['Project', 'Requirement'] as const)('makes and renames a %s group', async kind => {
  const action = kind === 'Project' ? 'CreateProjectGroup' : 'CreateCreditRequirementGroup'
  const wishes = { name: 'Levels', type: 'All must win', marketRoundId: 'Levels: First round' }
  const { context } = await supplier.doesAsOwn(action, wishes)
  await supplier.does(`${kind}Group`, context.id, 'UpdateDetails', { name: 'All or none' })
})

it('gives an agency authority, and the operator approves it', async () => {
  const agency = await market.signsUp('rex@agency.example', 'Rex Reeve', 'Levels Agency', 'AGENT')
  const wishes = { agentId: 'Levels Agency', marketRoundId: 'Levels: First round' }
  const { context } = await supplier.doesAsOwn(
    'ProvideAgentAuthority',
    wishes,
    sampleDocument('authorityToAct'),
  )
  await operator.does('AgentAuthority', context.id, 'SetApproval', { isApproved: true })
  expect((await agency.client.readHome()).clients).toMatchObject([{ status: 'Approved' }])
})

it('answers what covers an application, what is ready in a round, and where interest gathers', async () => {
  const { client } = operator
  expect(await client.readCoverage({ query: { reference: ' ab/1 ' } })).toEqual({
    reference: 'AB/1',
    items: [],
    similar: [],
    recent: [],
  })
  const [round] = (await client.readHome()).rounds
  const { steps } = await client.readRoundReadiness({ params: { id: round!.id } })
  expect(steps.map(({ action }) => action)).toContain('SetReserveInfo')
  const preview = { params: { id: round!.id, what: 'page' } }
  expect(await client.readRoundPreview(preview)).toContain('<title>Preview: ')
  expect(await client.listAreaInterest()).toEqual({ items: [] })
})

it('lists possible duplicates for the operator', async () => {
  await market.signsUp('rush@sedge.example', 'Rush Marsh', 'Sedge Farm Ltd')
  const pairs = await operator.client.listPossibleDoubles()
  expect(pairs.find(({ reasons }) => reasons.includes('same name'))).toMatchObject({
    older: { name: 'Sedge Farm', type: 'PARTICIPANT' },
    newer: { name: 'Sedge Farm Ltd', type: 'PARTICIPANT' },
  })
})

it('finds the authority of a point, and the outlines behind it, for anyone', async () => {
  const { client } = operator
  const found = await client.proposePlace({ query: { gridReference: 'ST 436 211' } })
  expect(found.lpa?.id).toBe('Somerset')
  const outlines = await client.readBoundary({ params: { name: 'national-parks.topojson' } })
  expect(outlines.attribution).toContain('© Crown copyright')
  const { items } = await client.readUploadedSets()
  expect(items.map(({ set }) => set)).toEqual(['ncas', 'subcatchments'])
  const one = { type: 'FeatureCollection', features: [{ type: 'Feature' }] }
  expect(await client.readCharacterAreaOutlines()).toMatchObject(one)
  expect(await client.readSubcatchmentOutlines()).toMatchObject(one)
})

it('invites a colleague, who joins and must choose a new password', async () => {
  await supplier.doesAsOwn('InviteUser', { email: FEN })
  const letter = await market.letterTo(supplier, FEN, 'Join Sedge Farm')
  const [, token = ''] = /invitation#([\w.-]+)/.exec(letter) ?? []
  const { client } = market.stranger
  expect(await client.readInvitation({ body: { token } })).toMatchObject({ email: FEN })
  await client.completeInvitation({ body: { ...passwords, token, displayName: 'Fen Marsh', phone: null } })
  const { id } = await client.readAccount()
  await operator.does('User', id, 'RequireNewPassword')
  const login = { username: FEN, password: PASSWORD }
  expect(await client.login({ body: login })).toEqual({ challenge: 'PASSWORD_RESET_REQUIRED' })
})

it('saves and removes views of lists', async () => {
  const { client } = supplier
  const view = { list: 'projects', name: 'Drafts', words: 'status=Draft', isDefault: true }
  await client.saveListView({ body: view })
  const kept = await client.readListViews()
  expect(kept).toMatchObject([view])
  expect(await operator.client.readListViews()).toEqual([])
  for (const { id } of kept) await client.removeListView({ params: { id } })
  expect(await client.readListViews()).toEqual([])
})

it('renames the market as the operator', async () => {
  const asked = await operator.client.readBrand({ params: { id: 'brand' } })
  await operator.does('Brand', 'brand', 'ChangeBrand', { name: 'Levels exchange' })
  expect(await operator.client.readBrand({ params: { id: 'brand' } })).toMatchObject({
    name: 'Levels exchange',
    contact: asked.contact,
  })
})

it('makes and revokes a calendar address', async () => {
  const { client } = supplier
  const { address } = await client.makeOwnCalendar()
  expect(address).toMatch(/\/calendar\/[\w-]+\.ics$/)
  expect((await client.readOwnCalendar()).madeAt).not.toBeNull()
  await client.revokeOwnCalendar()
  expect(await client.readOwnCalendar()).toEqual({ madeAt: null })
})

it('uses an API key that a person made, rotated and finally revoked', async () => {
  const { client } = supplier
  const { id, key } = await client.makeApiKey({ body: { name: 'Ledger', scopes: ['register'], days: 90 } })
  const program = market.withKey(key)
  expect(await program.readApiKey()).toMatchObject({ id, scopes: ['read', 'register'], state: 'live' })
  expect((await program.listProjects()).items).toEqual((await client.listProjects()).items)
  await expect(program.listApiKeys()).rejects.toMatchObject({ status: 403 })
  const { key: next } = await client.rotateApiKey({ params: { id } })
  expect(await market.withKey(next).readApiKey()).toMatchObject({ name: 'Ledger' })
  await client.revokeApiKey({ params: { id } })
  await expect(program.readApiKey()).rejects.toMatchObject({ status: 401 })
  expect((await client.listApiKeys()).map(({ state }) => state)).toEqual(['live', 'revoked'])
})

it('adds, tests, changes and removes a webhook', async () => {
  const { client } = supplier
  const types = (await client.listWebhookTypes()).map(({ type }) => type)
  const body = { url: 'https://programs.example.org/market', types: types.slice(0, 2) }
  const { id } = await client.makeWebhook({ body })
  const params = { id }
  expect((await client.rotateWebhookSecret({ params })).secret).toMatch(/^whsec_/)
  await client.changeWebhook({ params, body: { types: ['project.contracted'] } })
  await client.testWebhook({ params })
  const [sent] = (await client.listWebhookDeliveries({ params })).items
  expect(sent).toMatchObject({ type: 'webhook.test', state: 'queued', attempts: [] })
  await client.sendDeliveryAgain({ params: { id, delivery: sent?.id ?? '' } })
  expect(await client.listWebhooks()).toMatchObject([{ id, types: ['project.contracted'], waiting: 1 }])
  expect(await client.readWebhook({ params })).toMatchObject({ id, url: body.url })
  await client.removeWebhook({ params })
  await expect(client.readWebhook({ params })).rejects.toMatchObject({ status: 404 })
})

it('continues or discards a form that was started', async () => {
  const { client } = supplier
  const { id } = (await client.readHome()).organisation!
  const form = { on: `organisation/${id}`, action: 'Update' }
  const answers = { values: { contact: 'Reed Marsh' }, files: {} }
  const { version } = await client.follow<{ version: number }>(`/api/${form.on}/action/Update`)
  await client.saveDraft({ body: { ...form, ...answers, version, writer: 'first-window' } })
  expect(await client.listDrafts()).toMatchObject([{ ...form, name: 'Sedge Farm' }])
  expect(await operator.client.listDrafts()).toEqual([])
  await client.discardDraft({ query: form })
  expect(await client.listDrafts()).toEqual([])
})

it('lets people manage their own accounts', async () => {
  const { client } = supplier
  await client.updateProfile({ body: { displayName: 'Avon Marsh the younger', phone: null } })
  const better = { password: BETTER, confirmPassword: BETTER, currentPassword: PASSWORD }
  await client.changePassword({ body: better })
  await client.resetPassword({ body: { username: AVON } })
  const code = await market.codeMailedTo(supplier, AVON, 'Your code to choose a new password')
  await client.updatePassword({ body: { ...passwords, username: AVON, code } })
  await client.resendConfirmation({ body: { email: AVON } })
  await client.login({ body: { username: AVON, password: PASSWORD } })
  const itsNextCode = await market.setsUpAuthenticator(supplier)
  await client.disableTotp({ body: { code: itsNextCode(), password: PASSWORD } })
  const account = await client.readAccount()
  expect(account).toMatchObject({ secondFactor: 'off', displayName: 'Avon Marsh the younger' })
})

it('signs the operator in with a code, and gives fresh ones', async () => {
  const { client } = operator
  await client.logout()
  const login = { username: OPERATOR, password: PASSWORD }
  expect(await client.login({ body: login })).toEqual({ challenge: 'SOFTWARE_TOKEN_MFA' })
  await client.checkTotp({ body: { code: nextCode() } })
  await client.stepUp({ body: { code: nextCode() } })
  expect((await client.renewRecoveryCodes({ body: { code: nextCode() } })).recoveryCodes).toHaveLength(10)
})

it('shows the system administrator who has access, what runs and waits, and that the log is complete', async () => {
  const { client } = operator
  for (const { items } of [
    await client.listSystemUsers(),
    await client.listSystemSessions(),
    await client.listSystemLetters(),
  ])
    expect(items.length).toBeGreaterThan(0)
  expect(await client.listSetAside()).toEqual({ items: [] })
  expect(await client.checkLog()).toMatchObject({ ok: true })
  expect(await client.readBackups()).toMatchObject({ backup: null, stored: [], request: null })
  expect(await client.readWitnesses()).toMatchObject({ items: [], request: null })
  expect(await client.readSystemKey()).toMatchObject({ fingerprint: expect.any(String), place: 'file' })
  expect(await client.readVersion()).toMatchObject({ version: expect.any(String) })
  expect((await client.readRetention()).staying.map(({ id }) => id)).toContain('activity')
})
