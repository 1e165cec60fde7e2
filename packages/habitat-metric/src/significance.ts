export const SIGNIFICANCES = ['Low', 'Medium', 'High'] as const
export type Significance = (typeof SIGNIFICANCES)[number]
export const SIGNIFICANCE_LABELS: Record<Significance, string> = {
  Low: 'Low: not in a local strategy',
  Medium: 'Medium: desirable, not in a local strategy',
  High: 'High: formally identified in a local strategy',
}
