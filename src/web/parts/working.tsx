import type { UnitsCalculation } from '@credit-market/habitat-metric/factors'
import { showExactUnits, showUnits, toUnits } from '@credit-market/values/units'
import type { MetricResult } from '#contract/project/metric'
import './working.css'

/** Working of a number of units: every figure with its source, and the result. */
export const WorkingTable = ({ working, caption }: { working: UnitsCalculation; caption: string }) => (
  <div className="working" role="region" aria-label={`Working: ${caption}`} tabIndex={0}>
    <table>
      <caption>{working.formula}</caption>
      <thead>
        <tr>
          <th scope="col">Figure</th>
          <th scope="col" className="numeric">
            Value
          </th>
          <th scope="col">From</th>
          <th scope="col">Source</th>
        </tr>
      </thead>
      <tbody>
        {working.factors.map(({ name, value, from, source }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="numeric">{value}</td>
            <td>{from}</td>
            <td>{source}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{caption}</th>
          <td className="numeric">{showExactUnits(working.units)}</td>
          <td colSpan={2}>Rounded to 4 decimal places</td>
        </tr>
      </tfoot>
    </table>
  </div>
)

/** Units by the statutory metric in a line, with the working to unfold, or the reason why there are none. */
export const CalculatedUnitsLine = ({
  of,
  worked: { working, refused },
}: {
  of: string
  worked: MetricResult
}) =>
  working ? (
    <details>
      <summary>
        {of}: {showUnits(toUnits(working.units))} units
      </summary>
      <WorkingTable working={{ ...working, units: toUnits(working.units) }} caption={of} />
    </details>
  ) : (
    <p className="quiet">
      {of}: {refused}
    </p>
  )
