import { showMoney, type Pence } from './money.ts'
import type { RoundOutcome } from './outcome.ts'
import { type Proceeds, totalProceeds } from './project.ts'

/** What an organisation's result comes to, in the figures that its first sentence needs. */
interface ResultFigures {
  projects: { won: number; of: number }
  requirements: { won: number; of: number }
  /** Positive pays, negative receives, in pence. */
  payment: Pence
  /** For whom the money is that its projects receive; null where none won. */
  proceeds: Proceeds | null
}

/** The figures of one organisation in the result of a round. */
export const figuresOf = ({ items, organisations }: RoundOutcome, organisationId: string): ResultFigures => {
  const counted = (of: 'project' | 'requirement') => {
    const its = items.filter(item => item.of === of && item.organisationId === organisationId)
    return { won: its.filter(item => item.won).length, of: its.length }
  }
  return {
    projects: counted('project'),
    requirements: counted('requirement'),
    payment: organisations.find(one => one.organisationId === organisationId)?.payment ?? 0,
    proceeds: totalProceeds(
      items.filter(item => item.organisationId === organisationId).map(item => item.proceeds),
    ),
  }
}

/** A part of what a project receives, and for whom it is; all in one unit of money. */
interface ProceedsPart {
  label: string
  amount: number
}

/**
 * For whom the money is that projects receive: the supplier, as the reader calls it, the market operator and monitoring.
 * Empty where all of it is for the supplier.
 */
export const proceedsParts = (proceeds: Proceeds | null, supplier: string): ProceedsPart[] => {
  if (!proceeds || proceeds.marketOperator + proceeds.monitoring === 0) return []
  return [
    { label: `for ${supplier}`, amount: proceeds.supplier },
    { label: 'for the market operator', amount: proceeds.marketOperator },
    { label: 'for monitoring', amount: proceeds.monitoring },
  ]
}

/** The same in words, ready to follow a colon; empty where all of it is for the supplier. Pence. */
export const proceedsText = (proceeds: Proceeds | null, supplier: string): string => {
  const texts = proceedsParts(proceeds, supplier).map(
    ({ label, amount }) => `${showMoney(amount, true)} ${label}`,
  )
  return texts.length === 0 ? '' : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`
}

const count = ({ won, of }: { won: number; of: number }, one: string): string[] =>
  of === 0 ? [] : [`${won} of ${of} ${of === 1 ? one : `${one}s`}`]

const moneySentences = (
  subject: string,
  { payment, proceeds }: Pick<ResultFigures, 'payment' | 'proceeds'>,
  isYou: boolean,
): string[] => {
  const parts = proceedsText(proceeds, isYou ? 'you' : 'itself')
  const received = proceeds ? proceeds.supplier + proceeds.marketOperator + proceeds.monitoring : 0
  const verb = payment > 0 ? 'pay' : 'receive'
  const sentence =
    payment === 0
      ? `${subject} ${isYou ? 'neither pay nor receive' : 'neither pays nor receives'} anything`
      : `${subject} ${verb}${isYou ? '' : 's'} ${showMoney(Math.abs(payment), true)}`
  if (parts === '') return [`${sentence}.`]
  return received === -payment
    ? [`${sentence}: ${parts}.`]
    : [`${sentence}.`, `${isYou ? 'Your' : 'Its'} projects receive ${showMoney(received, true)}: ${parts}.`]
}

/** What a round means for an organisation in a sentence or two: to itself, or by its name to others who may read it. */
export const resultSentences = (
  { projects, requirements, ...money }: ResultFigures,
  name: string | null,
): string[] => {
  const subject = name ?? 'You'
  if (projects.of + requirements.of === 0)
    return [`${subject} had no offer or bid in the match of this round.`]
  if (projects.won + requirements.won === 0) return [`${subject} did not win this time.`]
  const won = [...count(projects, 'project'), ...count(requirements, 'credit requirement')].join(' and ')
  return [`${subject} won ${won}.`, ...moneySentences(subject, money, name === null)]
}

/** What leads to a payment: all in one unit of money, pounds or pence. */
interface PaymentParts {
  bids: number
  offers: number
  costs: number
  share: number
  /** Positive pays, negative receives. */
  payment: number
}

/** One step on the way to a payment: what it adds, or takes away when negative; the total is what all before it come to. */
export interface PaymentStep {
  of: 'bids' | 'offers' | 'costs' | 'share' | 'total'
  label: string
  amount: number
}

/**
 * The way from bids and asks to what is paid or received: a bid less its share of the surplus is paid, an offer with its
 * costs and its share is received. Whoever won on both sides has them set against each other.
 */
export const paymentSteps = ({ bids, offers, costs, share, payment }: PaymentParts): PaymentStep[] => {
  const pays = payment > 0
  const buying =
    bids === 0 ? [] : [{ of: 'bids' as const, label: 'Winning bids', amount: pays ? bids : -bids }]
  const selling =
    offers + costs === 0
      ? []
      : [
          { of: 'offers' as const, label: 'Winning offers', amount: pays ? -offers : offers },
          {
            of: 'costs' as const,
            label: 'Costs over the life of the projects',
            amount: pays ? -costs : costs,
          },
        ]
  return [
    ...(pays ? [...buying, ...selling] : [...selling, ...buying]),
    { of: 'share', label: 'Share of the surplus', amount: pays ? -share : share },
    { of: 'total', label: pays ? 'To pay' : 'To receive', amount: Math.abs(payment) },
  ]
}

const several = (many: number, one: string): string[] =>
  many === 0 ? [] : [`${many} ${many === 1 ? one : `${one}s`}`]

/** With whom something trades, by kind and number: "2 buyers, 1 investor". */
export const counterpartiesText = ({
  projects,
  buyers,
  investors,
}: {
  projects: number
  buyers: number
  investors: number
}): string =>
  [...several(projects, 'project'), ...several(buyers, 'buyer'), ...several(investors, 'investor')].join(', ')

/** How much of a requirement won, where that is not all of it; empty otherwise. */
export const partText = ({
  won,
  ongoingOnly,
  percent,
}: {
  won: boolean
  ongoingOnly: boolean
  percent: number
}): string => {
  if (!won) return ''
  if (ongoingOnly) return 'the ongoing units alone'
  return percent < 100 ? `${percent}% of what was needed` : ''
}

/** The amount at which a losing offer or bid would have tied, in careful words; pence. */
export const criticalText = (of: 'project' | 'requirement', critical: Pence): string =>
  of === 'project'
    ? `With an offer of ${showMoney(critical, true)} or less it would have tied or won, everything else being as it was.`
    : `With a bid of ${showMoney(critical, true)} or more it would have tied or won, everything else being as it was.`
