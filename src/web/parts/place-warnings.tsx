import type { PlaceWarning } from '#contract/place'
import { Notice } from './notice.tsx'

/** What does not fit together in where something is, if anything. */
export const PlaceWarnings = ({ warnings }: { warnings: readonly PlaceWarning[] }) =>
  warnings.length === 0 ? null : (
    <Notice tone="warn">
      {warnings.map(({ about, text }) => (
        <p key={about}>
          <b>Check the place:</b> {text}
        </p>
      ))}
    </Notice>
  )
