import type { Setting } from './setting.ts'
import type { Told } from './tell.ts'

/** What a page asks of the thread that holds the engine. */
export type Asked = Setting

/** What the thread says of what it was asked last: the result, or why there is none. */
export type Said = { told: Told } | { fault: string }
