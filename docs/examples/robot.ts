import { createHmac, timingSafeEqual } from 'node:crypto'
// In a program of your own: from 'credit-market-client'.
import { ApiError, type Client } from '../../client/index.js'

// A program of an investor. It watches rounds, registers one credit requirement in each round that its people have joined, and bids
// for it while bids are open. It keeps nothing that it cannot read again, so it may be killed at any time and started again, may
// hear of a change twice or not at all, and never does anything twice. Its key needs the scopes `register` and `offer`.

/** What the investor wants. The answers are those of the forms, by the ids of their choices. */
export interface Aim {
  organisationId: string
  name: string
  credits: Readonly<Record<string, unknown>>
  location: Readonly<Record<string, unknown>>
  /** In pounds. */
  bid: number
}

interface Options {
  market: Client
  aim: Aim
  /** Secret of the webhook. */
  secret: string
  /** Waits for some milliseconds. */
  wait?: (milliseconds: number) => Promise<unknown>
}

const TRIES = 8
const sleep = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

/** Opens the robot: `visit` does what is possible now; `receive` takes a message of the webhook. */
export const openRobot = ({ market, aim, secret, wait = sleep }: Options) => {
  /** Calls again when the market is busy or away, after the time that it names. */
  const patiently = async <T>(call: () => Promise<T>): Promise<T> => {
    for (let tries = 1; ; tries += 1)
      try {
        return await call()
      } catch (error) {
        const isLater = error instanceof ApiError && [429, 503].includes(error.status)
        if (!isLater || tries === TRIES) throw error
        await wait((error.retryAfter ?? 2 ** tries) * 1000)
      }
  }

  /**
   * Runs an action on the requirement. The key says what is done: if the answer was lost, the same request with the same key is
   * answered as the first time. Declarations are agreed to, because the investor's people have read them.
   */
  const act = async (id: string, action: string, values: Readonly<Record<string, unknown>> = {}) => {
    const params = { id, action }
    const { fields, declarations } = await patiently(() => market.readRequirementForm({ params }))
    const agreed = declarations.length === 0 ? [] : fields.filter(({ shape }) => 'const' in shape)
    const answers = {
      ...Object.fromEntries(agreed.map(({ id: field, shape }) => [field, shape['const']])),
      ...values,
    }
    const idempotencyKey = [id, action, JSON.stringify(values)].join(' ')
    return patiently(() => market.runRequirementAction({ params, body: { values: answers }, idempotencyKey }))
  }

  /** The requirement in a round: the one that is there, or a new draft. */
  const requirementIn = async (roundId: string): Promise<string> => {
    const { items } = await patiently(() =>
      market.listRequirements({ query: { marketRoundId: [roundId], q: aim.name } }),
    )
    const present = items.find(({ name }) => name === aim.name)
    if (present) return present.id
    const params = { id: aim.organisationId, action: 'CreateCreditRequirement' }
    const values = { marketRoundId: roundId, name: aim.name, type: 'Investor' }
    const idempotencyKey = ['requirement', roundId, aim.name].join(' ')
    const made = await patiently(() =>
      market.runOrganisationAction({ params, body: { values }, idempotencyKey }),
    )
    return made.outcome === 'previewed' ? '' : made.context.id
  }

  /** Does what is possible in a round now; what is not possible yet is done at a later visit. */
  const visitRound = async (roundId: string): Promise<void> => {
    const id = await requirementIn(roundId)
    const read = () => patiently(() => market.readRequirement({ params: { id } }))
    if ((await read()).status === 'Draft') {
      await act(id, 'SetInvestorCredits', aim.credits)
      await act(id, 'SetInvestorLocation', aim.location)
      await act(id, 'Register')
    }
    const { bid, actions } = await read()
    const mayBid = actions.some(one => one.id === 'SetBid')
    if (mayBid && bid !== aim.bid) await act(id, 'SetBid', { bid: aim.bid })
  }

  /** Visits every round that is open for registration or for bids and that the investor has joined. */
  const visit = async (): Promise<void> => {
    const query = { organisationId: [aim.organisationId], status: ['Registered' as const] }
    const { items: joined } = await patiently(() => market.listParticipations({ query }))
    const { items: rounds } = await patiently(() =>
      market.listRounds({ query: { status: ['Open', 'OpenForBidsAndOffers'] } }),
    )
    for (const { id } of rounds) if (joined.some(({ round }) => round.id === id)) await visitRound(id)
  }

  const isOfTheMarket = (headers: Readonly<Record<string, string>>, body: string): boolean => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const text = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.')
    const expected = createHmac('sha256', key).update(text).digest()
    return (headers['webhook-signature'] ?? '').split(' ').some(one => {
      const given = Buffer.from(one.slice('v1,'.length), 'base64')
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
  }

  const received = new Set<string>()
  /** Takes a message: answers with a status at once, and visits if the message is new. A repeated one only costs this look. */
  const receive = (
    headers: Readonly<Record<string, string>>,
    body: string,
  ): { status: number; done: Promise<void> } => {
    const nothing = Promise.resolve()
    if (!isOfTheMarket(headers, body)) return { status: 401, done: nothing }
    const id = headers['webhook-id'] ?? ''
    if (received.has(id)) return { status: 204, done: nothing }
    received.add(id)
    return { status: 204, done: visit() }
  }

  return { visit, receive }
}
