import { CheckIcon, TriangleAlertIcon } from '../../icons/icons.tsx'
import type { ReactNode } from 'react'
import { penceOf } from '@credit-market/values/money'
import type { MatchReview } from '#contract/round/match'
import { SurplusBar } from '../../charts/surplus-bar.tsx'
import { Money } from '../../parts/values/amounts.tsx'
import { Term } from '../../parts/term.tsx'
import { ProceedsNote } from '../shared/proceeds-note.tsx'
import { ShareCertainty } from './share-certainty.tsx'
import { gapText } from './messages.ts'
import { isSameAmount, type ReviewSums } from './sums.ts'

/** Check on which an operator can rely, or that fails and needs a closer look. */
const CheckLine = ({ holds, children }: { holds: boolean; children: ReactNode }) => (
  <li className={holds ? 'check-line' : 'check-line is-broken'}>
    {holds ? <CheckIcon aria-hidden="true" /> : <TriangleAlertIcon aria-hidden="true" />}
    <span>
      <span className="sr-only">{holds ? 'Passed: ' : 'Failed: '}</span>
      {children}
    </span>
  </li>
)

const isWithinBidsAndAsks = (review: MatchReview): boolean =>
  review.requirements.every(item => penceOf(item.payment) <= penceOf(item.value)) &&
  review.projects.every(item => -penceOf(item.payment) >= penceOf(Math.abs(item.value)))

/** Outcome at a glance: the surplus, the winners with their units, and the sums that must agree. */
export const ReviewSummary = ({ review, sums }: { review: MatchReview; sums: ReviewSums }) => {
  const { match } = review
  const projects = review.projects.filter(item => item.won).length
  const requirements = review.requirements.filter(item => item.won)
  const whole = requirements.filter(item => item.percent >= 100 && !item.ongoingOnly).length
  const shares = sums.bonus + sums.discount
  return (
    <section className="verdict" aria-label="Result">
      <div className="verdict-lead">
        <div>
          <p className="label">Surplus, shared among the winners</p>
          <p className="figure verdict-figure">
            <Money pounds={match.surplus} />
          </p>
        </div>
        <dl className="verdict-facts">
          <div>
            <dt>Requirements won</dt>
            <dd>
              <b className="figure">{requirements.length}</b> of {review.requirements.length}
              {whole < requirements.length && (
                <span className="quiet">, {requirements.length - whole} in part</span>
              )}
            </dd>
          </div>
          <div>
            <dt>Projects won</dt>
            <dd>
              <b className="figure">{projects}</b> of {review.projects.length}
            </dd>
          </div>
          <div>
            <dt>Buyers pay</dt>
            <dd className="figure">
              <Money pounds={sums.paid} />
            </dd>
          </div>
          <div>
            <dt>Suppliers’ side receives</dt>
            <dd className="figure">
              <Money pounds={sums.received} />
              <ProceedsNote proceeds={sums.proceeds} supplier="suppliers" />
            </dd>
          </div>
        </dl>
        <ul className="check-lines">
          <CheckLine holds={sums.left === 0}>
            Payments add up to zero: <Money pounds={sums.paid} /> paid less <Money pounds={sums.received} />{' '}
            received leaves{' '}
            <b>
              <Money pounds={sums.left} />
            </b>
          </CheckLine>
          <CheckLine holds={isSameAmount(shares, match.surplus) && isSameAmount(sums.surplus, match.surplus)}>
            Shares add up to the surplus: <Money pounds={sums.discount} /> to buyers and{' '}
            <Money pounds={sums.bonus} /> to suppliers
          </CheckLine>
          <CheckLine holds={isWithinBidsAndAsks(review)}>
            No one pays above their bid or receives less than they asked
          </CheckLine>
          <CheckLine holds={match.proven}>
            <Term word={match.proven ? 'Proven' : 'Not proven'} />
            {match.proven
              ? ': no other choice of winners has a greater surplus'
              : ' to be the greatest surplus'}
            {match.gap && `. ${gapText(match.gap)} Prices are worked out among its winners alone.`}
          </CheckLine>
          <CheckLine holds={match.certainty !== 'sampled'}>
            Shares: <ShareCertainty match={match} />
          </CheckLine>
        </ul>
      </div>
      <SurplusBar
        bids={sums.bids}
        offers={sums.offers}
        costs={sums.costs}
        bonus={sums.bonus}
        discount={sums.discount}
      />
    </section>
  )
}
