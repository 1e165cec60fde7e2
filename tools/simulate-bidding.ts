import { parseArgs } from 'node:util'
import { z } from 'zod'
import { createSeededRandom } from '@credit-market/matching/pricing/random'
import { matchAndReportBids } from '@credit-market/matching/report'

const USE = 'Usage: npm run --silent simulate-bidding -- [--rounds N] [--seed N]'

/** Someone who sells or buys units of one credit; the value is true, in pence for each unit. */
interface Party {
  name: string
  isSupplier: boolean
  units: number
  value: number
}

/** What a party says for its units: a factor of its true value, under one name or with its units divided over two. */
interface Conduct {
  shade: number
  names: 1 | 2
}

const HONEST: Conduct = { shade: 0, names: 1 }
const SHADES = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3] as const
/** Numbers of suppliers and of buyers of a small and of a larger market. */
const SIZES = [3, 6] as const

const drawParties = (many: number, seed: number): Party[] => {
  const r = createSeededRandom(seed)
  const party = (isSupplier: boolean, at: number): Party => ({
    name: `${isSupplier ? 'supplier' : 'buyer'} ${at}`,
    isSupplier,
    units: r.whole(2, 12),
    value: isSupplier ? r.whole(400, 1_200) : r.whole(600, 1_800),
  })
  return [true, false].flatMap(side => Array.from({ length: many }, (_, at) => party(side, at)))
}

/** Bids of a party: a supplier asks more than the truth, a buyer bids less, in whole pence and all or nothing. */
const bidsOf = ({ name, isSupplier, units, value }: Party, { shade, names }: Conduct) => {
  const price = Math.round(value * (isSupplier ? 1 + shade : 1 - shade))
  const parts = names === 1 ? [units] : [Math.floor(units / 2), Math.ceil(units / 2)]
  return parts.map((part, at) => ({
    name: `${name} as ${at}`,
    bids: [{ label: name, v: (isSupplier ? -price : price) * part, q: { unit: isSupplier ? part : -part } }],
  }))
}

const AMOUNTS = z.record(z.string(), z.number())
const PARTS = z.record(z.string(), z.array(z.number()))

/** The true surplus of a match, and what each party truly gains from it, in pence. */
const outcomeOf = async (parties: readonly Party[], conductOf: (name: string) => Conduct) => {
  const bidders = parties.flatMap(party => bidsOf(party, conductOf(party.name)))
  const { report } = await matchAndReportBids({ free_disposal: true, bidders }, 'bwc')
  const [won, paid] = [PARTS.parse(report.winningFractions), AMOUNTS.parse(report.payments)]
  const gains = new Map<string, number>()
  for (const { name, isSupplier, value } of parties) {
    const own = bidders.filter(one => one.name.startsWith(`${name} as `))
    const gain = own.reduce((sum, { name: alias, bids: [bid] }) => {
      const units = Math.abs(bid!.q.unit) * (won[alias]?.[0] ?? 0)
      return sum + (isSupplier ? -value : value) * units - (paid[alias] ?? 0)
    }, 0)
    gains.set(name, gain)
  }
  return { gains, surplus: [...gains.values()].reduce((a, b) => a + b, 0) }
}

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(0)} %`.padStart(8)

/** What one party gains by its conduct if all others tell the truth, and what is left of the surplus if all do it. */
const simulate = async (many: number, rounds: number, seed: number): Promise<void> => {
  const conducts: [string, Conduct][] = [
    ...SHADES.map((shade): [string, Conduct] => [`shade by ${100 * shade} percent`, { shade, names: 1 }]),
    ['divide units over two names', { shade: 0, names: 2 }],
  ]
  const totals = conducts.map(() => ({ own: 0, all: 0 }))
  let truth = 0
  for (let round = 0; round < rounds; round += 1) {
    const parties = drawParties(many, seed + round)
    const honest = await outcomeOf(parties, () => HONEST)
    truth += honest.surplus
    for (const [at, [, conduct]] of conducts.entries()) {
      for (const { name } of parties) {
        const { gains } = await outcomeOf(parties, other => (other === name ? conduct : HONEST))
        totals[at]!.own += gains.get(name)!
      }
      totals[at]!.all += (await outcomeOf(parties, () => conduct)).surplus
    }
  }
  process.stdout.write(`\n${many} suppliers and ${many} buyers, ${rounds} rounds\n`)
  process.stdout.write(
    `${'gain in percent of what the truth brings'.padEnd(42)}one alone; surplus left if all do it\n`,
  )
  conducts.forEach(([name], at) => {
    const { own, all } = totals[at]!
    // Smaller bids can be met more easily, so two names for all are another market.
    const left = conducts[at]![1].names === 1 ? percent(all, truth) : ''
    process.stdout.write(`${name.padEnd(42)}${percent(own, truth)}${left}\n`)
  })
}

const { values } = parseArgs({ options: { rounds: { type: 'string' }, seed: { type: 'string' } } })
const [rounds, seed] = [Number(values.rounds ?? 60), Number(values.seed ?? 1)]
if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed)) {
  process.stderr.write(`${USE}\n`)
  process.exit(2)
}
for (const many of SIZES) await simulate(many, rounds, seed)
