import { Link } from 'react-router'
import { addressOf } from '#contract/nouns'
import type { OrganisationView } from '#contract/organisation'
import { DayText } from '../../parts/amounts.tsx'
import { Section } from '../../parts/section.tsx'

/** With whom an organisation is under common control, as far as the reader may know. */
export const CommonControl = ({ organisation }: { organisation: OrganisationView }) =>
  organisation.commonControl.length > 0 && (
    <Section heading="Common control">
      <ul className="plain-list">
        {organisation.commonControl.map(({ id, name, organisation: other, since, until, note }) => (
          <li key={id}>
            {other ? (
              <Link to={addressOf('organisation', { type: organisation.type, id: other.id })}>{name}</Link>
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
