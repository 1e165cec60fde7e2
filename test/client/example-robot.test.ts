import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient } from '../../client/index.js'
import { openRobot } from '../../docs/examples/robot.ts'
import { approveProject, joinRound, openRound, registerProject } from './errands.ts'
import { type NewMarket, newMarket } from './new-market.ts'
import type { Robot } from './robot.ts'

const STANDARD = 'BSI Flex 702 Nature markets: supply of biodiversity benefits'
const SECRET = `whsec_${randomBytes(24).toString('base64')}`

let market: NewMarket
let operator: Robot
let investor: Robot
let roundId: string
let key: string
let busy: Awaited<ReturnType<typeof busyMarket>>
const pauses: number[] = []

/** The market behind a proxy: of three requests one is refused with 429, and the answer to another is lost with 503 after it was acted on. */
const busyMarket = async (url: string) => {
  const refused = { 429: 0, 503: 0 }
  let requests = 0
  const answerBusily = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const turn = (requests += 1) % 3
    const refuse = (status: 429 | 503) => {
      refused[status] += 1
      response.writeHead(status, { 'retry-after': '1', 'content-type': 'application/json' })
      response.end('{"error":"Busy"}')
    }
    if (turn === 0) return refuse(429)
    const { authorization = '', accept = '', 'content-type': type, 'idempotency-key': once } = request.headers
    const answer = await fetch(`${url}${request.url}`, {
      method: request.method ?? 'GET',
      headers: {
        authorization,
        accept,
        ...(type && { 'content-type': type }),
        ...(typeof once === 'string' && { 'idempotency-key': once }),
      },
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    })
    const body = await answer.text()
    if (turn === 1) return refuse(503)
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    return response.end(body)
  }
  const server: Server = createServer((request, response) => void answerBusily(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refused,
    close: () => server.close(),
  }
}

beforeAll(async () => {
  market = await newMarket()
  operator = await market.operatorComes()
  await market.setsUpAuthenticator(operator)
  investor = await market.signsUp('coombe@fund.example', 'Coombe Penny', 'River Fund')
  await investor.doesAsOwn('Update', { mailingAddress: 'Taunton' })
  const added = await operator.adds('Markets', 'CreateMarket', { name: 'Levels' })
  const { context } = await operator.does('Market', added.context.id, 'CreateRound', {
    ...{ name: 'First round', services: ['Biodiversity units'], projectTypeIds: ['Pond creation'] },
    ...{ standardIds: [STANDARD] },
    ...{ ncaIds: 'Somerset Levels and Moors', lpaIds: 'Somerset', subcatchmentIds: 'Tone' },
    ...{ bidderType: 'Both buyers and investors', ampEnd: '2027-03-31' },
  })
  roundId = context.id
  await openRound(operator, roundId)
  const made = await investor.client.makeApiKey({
    body: { name: 'Robot', scopes: ['register', 'offer'], days: 90 },
  })
  key = made.key
  busy = await busyMarket(market.url)
})
afterAll(async () => {
  busy.close()
  await market.close()
})

/** The robot as it starts: it knows nothing of what it did before. */
const started = async () =>
  openRobot({
    market: createClient({ baseUrl: busy.url, key }),
    aim: {
      organisationId: await investor.organisation(),
      name: 'River stake',
      credits: {
        ...{ units: 4, isDivisible: false, module: 'Area', distinctiveness: 'Medium' },
        redemptionDate: '2026-09-01',
      },
      location: { nca: 'NCA142', lpa: 'Somerset' },
      bid: 50_000,
    },
    secret: SECRET,
    wait: async milliseconds => pauses.push(milliseconds),
  })
const requirements = async () => (await investor.client.listRequirements()).items
const message = (id: string, data: object): [Record<string, string>, string] => {
  const body = JSON.stringify(data)
  const at = '1780000000'
  const signature = createHmac('sha256', Buffer.from(SECRET.slice(6), 'base64'))
    .update(`${id}.${at}.${body}`)
    .digest('base64')
  return [{ 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': `v1,${signature}` }, body]
}

/** A project is certified, without which no bids open. */
const certifiesPond = async () => {
  const supplier = await market.signsUp('avon@sedge.example', 'Avon Marsh', 'Sedge Farm')
  await supplier.doesAsOwn('Update', { mailingAddress: 'Taunton' })
  await joinRound(supplier, operator, roundId, 'Supplier')
  const place = { creditTypes: 'Biodiversity units', nca: 'Somerset Levels and Moors' }
  const pond = await registerProject(supplier, operator, {
    name: 'Heron pond',
    typeId: 'Pond creation',
    place,
  })
  await operator.does('Project', pond, 'AddBiodiversityService', {
    ...{
      broadHabitat: 'Lakes',
      habitatType: 'Lakes - Ponds (non-priority habitat)',
      distinctiveness: 'Medium',
    },
    ...{ condition: 'Good', size: 1, mitigationBegins: '2026-08-01' },
  })
  const gains = { baselineUnitsLost: 0, yearsToTargetCondition: 2, gainsPerYear: { gain: 5 } }
  await operator.does('Project', pond, 'SetBiodiversitySupply', gains)
  await approveProject(operator, pond, STANDARD)
}

it('does nothing in a round that its people have not joined', async () => {
  await (await started()).visit()
  expect(await requirements()).toEqual([])
})

it('registers one requirement, although answers are lost and it starts again', async () => {
  await joinRound(investor, operator, roundId, 'Investor')
  await (await started()).visit()
  await (await started()).visit()
  expect(await requirements()).toMatchObject([{ name: 'River stake', status: 'Provisional' }])
  const query = { subjectType: 'requirement' as const, subjectId: (await requirements())[0]?.id ?? '' }
  const { items } = await investor.client.listActivity({ query })
  expect(items.map(({ action }) => action).toSorted()).toEqual([
    'CreateCreditRequirement',
    'Register',
    'SetInvestorCredits',
    'SetInvestorLocation',
  ])
})

it('bids once when bids open, told by a webhook that arrives twice', async () => {
  const id = (await requirements())[0]?.id ?? ''
  await operator.does('Requirement', id, 'CompleteRegistration')
  await certifiesPond()
  await operator.does('Round', roundId, 'Close')
  await operator.does('Round', roundId, 'OpenBidsAndOffers')
  const robot = await started()
  const sent = message('msg-1', { type: 'round.openForBidsAndOffers', data: { kind: 'round', id: roundId } })
  const first = robot.receive(...sent)
  const again = robot.receive(...sent)
  await Promise.all([first.done, again.done])
  expect([first.status, again.status]).toEqual([204, 204])
  expect((await investor.client.readRequirement({ params: { id } })).bid).toBe(50_000)
  await (await started()).visit()
  const { items } = await investor.client.listActivity({
    query: { subjectType: 'requirement', subjectId: id },
  })
  expect(items.filter(({ action }) => action === 'SetBid')).toHaveLength(1)
})

it('ignores messages that the market did not sign', async () => {
  const [headers, body] = message('msg-2', { type: 'round.settled' })
  const robot = await started()
  expect(robot.receive({ ...headers, 'webhook-id': 'msg-3' }, body).status).toBe(401)
  expect(robot.receive({}, body).status).toBe(401)
})

it('was refused and left without an answer many times, and waited for as long as the market said', () => {
  expect(busy.refused[429]).toBeGreaterThan(8)
  expect(busy.refused[503]).toBeGreaterThan(8)
  expect(new Set(pauses)).toEqual(new Set([1000]))
})
