import type { WorkedView } from '#contract/metric'
import { showUnits, unitsOf } from '#domain/units'
import { WorkingTable } from './working.tsx'

/** What the metric gives, in a line, with its working to unfold; or why it gives nothing. */
export const WorkedLine = ({ of, worked: { working, refused } }: { of: string; worked: WorkedView }) =>
  working ? (
    <details>
      <summary>
        {of}: {showUnits(unitsOf(working.units))} units
      </summary>
      <WorkingTable working={{ ...working, units: unitsOf(working.units) }} caption={of} />
    </details>
  ) : (
    <p className="quiet">
      {of}: {refused}
    </p>
  )
