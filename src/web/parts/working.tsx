import type { Working } from '#domain/metric/factors'
import { showExactUnits } from '#domain/units'
import './working.css'

/** Units worked out: every figure, what it follows from and where it stands, and what comes of them. */
export const WorkingTable = ({ working, caption }: { working: Working; caption: string }) => (
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
          <td colSpan={2}>Rounded to a ten-thousandth</td>
        </tr>
      </tfoot>
    </table>
  </div>
)
