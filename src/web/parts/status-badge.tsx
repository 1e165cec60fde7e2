import type { StatusTone } from '#contract/kit/noun'
import { statusClass } from '#look/status'
import { statusLabel, toneOf, type Status, type StatusKind } from './status-tones.ts'

const SHAPES: Record<StatusTone, string> = {
  quiet: 'M6 1.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 0 0 0-9z',
  info: 'M6 1.5a4.5 4.5 0 1 0 0 9z',
  warn: 'M6 1 11 10.5H1z',
  good: 'M1.5 6.5 4.5 9.5 10.5 2.5',
  bad: 'M2 2 10 10M10 2 2 10',
}

/** A word with a shape and a colour, so that no reader depends on only one of them. */
export const ToneBadge = ({ tone, label }: { tone: StatusTone; label: string }) => {
  const isFilled = tone === 'info' || tone === 'warn'
  return (
    <span className={statusClass(tone)}>
      <svg viewBox="0 0 12 12" aria-hidden="true">
        {tone === 'info' && (
          <circle cx="6" cy="6" r="4.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
        )}
        <path
          d={SHAPES[tone]}
          fill={isFilled ? 'currentColor' : 'none'}
          stroke={isFilled ? 'none' : 'currentColor'}
          strokeWidth={tone === 'quiet' ? 1.5 : 2}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {label}
    </span>
  )
}

/** Status as a badge. */
export const StatusBadge = <K extends StatusKind>({
  kind,
  status,
  label,
}: {
  kind: K
  status: Status<K>
  label?: string
}) => <ToneBadge tone={toneOf(kind, status)} label={label ?? statusLabel(kind, status)} />
