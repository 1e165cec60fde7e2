import { Link } from 'react-router'
import { pageAddress } from '#contract/nouns/nouns'
import type { OrganisationView } from '#contract/people/organisation'
import { DayText } from '../../parts/values/amounts.tsx'
import { Section } from '../../parts/section.tsx'

/** Organisations under common control with this one, as far as the reader may know. */
export const CommonControl = ({ organisation }: { organisation: OrganisationView }) =>
  organisation.commonControl.length > 0 && (
    <Section heading="Common control">
      <ul className="plain-list">
        {organisation.commonControl.map(({ id, name, organisation: other, since, until, note }) => (
          <li key={id}>
            {other ? (
              <Link to={pageAddress('organisation', { type: organisation.type, id: other.id })}>{name}</Link>
            ) : (
              <span>{name}</span>
            )}
            <span>
              {since && (
                <>
                  since <DayText day={since} />
                </>
              )}
              {until && (
                <>
                  {' '}
                  until <DayText day={until} />
                </>
              )}
            </span>
            {note && <span className="lines quiet plain-list-note">{note}</span>}
          </li>
        ))}
      </ul>
    </Section>
  )
