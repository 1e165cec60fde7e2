import type { WorkedOut } from './metric/worked-out.ts'
import type { PointTyped } from './place/asked.ts'

/** What an answer comes to: a sentence, figures with their working, or a point whose areas are looked up. */
export type Beside = string | WorkedOut | PointTyped
