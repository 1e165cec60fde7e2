import { NOT_GIVEN } from '#domain/messages'
import type { ReactNode } from 'react'
import { Term } from './term.tsx'

/** A fact with its name; facts that are `null` say so, those that are `undefined` or `false` are left out. */
export type Fact = readonly [name: string, value: ReactNode]

/** Facts by name, side by side or as a list of lines; a name that is a word of the glossary explains itself. */
export const KeyValues = ({ facts, as = 'grid' }: { facts: readonly Fact[]; as?: 'grid' | 'list' }) => (
  <dl className={as === 'list' ? 'key-values key-values-list' : 'key-values'}>
    {facts
      .filter(([, value]) => value !== undefined && value !== false)
      .map(([name, value]) => (
        <div key={name}>
          <dt>
            <Term word={name} />
          </dt>
          <dd>{value === null || value === '' ? <span className="quiet">{NOT_GIVEN}</span> : value}</dd>
        </div>
      ))}
  </dl>
)
