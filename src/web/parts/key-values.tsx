import { MISSING_ANSWER_TEXT } from '#domain/values/messages'
import type { ReactNode } from 'react'
import { Term } from './term.tsx'

/** Fact with its name. A value of `null` is shown as missing; `undefined` and `false` leave the fact out. */
export type Fact = readonly [name: string, value: ReactNode]

/** Facts by name, as a grid or as a list of lines. A name that is a term of the glossary explains itself. */
export const KeyValues = ({ facts, as = 'grid' }: { facts: readonly Fact[]; as?: 'grid' | 'list' }) => (
  <dl className={as === 'list' ? 'key-values key-values-list' : 'key-values'}>
    {facts
      .filter(([, value]) => value !== undefined && value !== false)
      .map(([name, value]) => (
        <div key={name}>
          <dt>
            <Term word={name} />
          </dt>
          <dd>
            {value === null || value === '' ? <span className="quiet">{MISSING_ANSWER_TEXT}</span> : value}
          </dd>
        </div>
      ))}
  </dl>
)
