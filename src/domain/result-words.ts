import { showMoney, type Pence } from './money.ts'
import type { RoundOutcome } from './outcome.ts'

/** What an organisation's result comes to, in the figures that its first sentence needs. */
interface ResultFigures {
  projects: { won: number; of: number }
  requirements: { won: number; of: number }
  /** Positive pays, negative receives, in pence. */
  payment: Pence
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
  }
}

const count = ({ won, of }: { won: number; of: number }, one: string): string[] =>
  of === 0 ? [] : [`${won} of ${of} ${of === 1 ? one : `${one}s`}`]

const moneySentence = (subject: string, payment: Pence, isYou: boolean): string => {
  if (payment === 0)
    return `${subject} ${isYou ? 'neither pay nor receive' : 'neither pays nor receives'} anything.`
  const verb = payment > 0 ? 'pay' : 'receive'
  return `${subject} ${verb}${isYou ? '' : 's'} ${showMoney(Math.abs(payment), true)}.`
}

/** What a round means for an organisation in a sentence or two: to itself, or by its name to others who may read it. */
export const resultSentences = (
  { projects, requirements, payment }: ResultFigures,
  name: string | null,
): string[] => {
  const subject = name ?? 'You'
  if (projects.of + requirements.of === 0)
    return [`${subject} had no offer or bid in the match of this round.`]
  if (projects.won + requirements.won === 0) return [`${subject} did not win this time.`]
  const won = [...count(projects, 'project'), ...count(requirements, 'credit requirement')].join(' and ')
  return [`${subject} won ${won}.`, moneySentence(subject, payment, name === null)]
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
