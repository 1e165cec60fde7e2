import type { SiteSurvey } from '#contract/site-boundary'
import { ATTRIBUTIONS, NOT_FOR_LEGAL_USE } from '#domain/place/attribution'
import { POINT_IN_PICTURE } from '#domain/site-boundary'
import { SiteMap } from '../map/site-map.tsx'
import { KeyValues } from '../parts/key-values.tsx'
import { Loading } from '../parts/loading.tsx'
import { Notice } from '../parts/notice.tsx'
import {
  authorityFacts,
  hectaresText,
  isBeyondEngland,
  neighbourText,
  pictureLabel,
  pointText,
} from './site-words.ts'
import { PreviewProgress } from './preview-progress.tsx'
import type { OpenForm } from './use-action.ts'

const Key = ({ className, children }: { className: string; children: string }) => (
  <li>
    <svg viewBox="0 0 20 14" aria-hidden="true">
      <path className={className} d="M2 2H18V12H2Z" />
      {className === 'site-map-land' && <path className="site-map-hatch" d="M4 12L14 2M10 12L18 4" />}
    </svg>
    {children}
  </li>
)

/** The boundary that would be saved in a picture and in words. */
const Survey = ({ survey }: { survey: SiteSurvey }) => {
  const { hectares, point, authorities, neighbours } = survey
  return (
    <>
      <SiteMap survey={survey} label={pictureLabel(survey)} />
      <ul className="site-map-key" aria-hidden="true">
        <Key className="map-site">This site</Key>
        {point && point.metres <= POINT_IN_PICTURE && <li>+ Grid reference</li>}
        {authorities.some(({ isOwn }) => !isOwn) && <Key className="site-map-land">Other authorities</Key>}
        {isBeyondEngland(survey) && <Key className="site-map-beyond">Outside England</Key>}
        {neighbours.length > 0 && <Key className="site-map-neighbour">Other boundaries, by number</Key>}
      </ul>
      <KeyValues
        as="list"
        facts={[
          ['Area', hectaresText(hectares)],
          ['Grid reference', point ? pointText(point) : null],
          ['Planning authorities', authorityFacts(survey)],
        ]}
      />
      {neighbours.length === 0 ? (
        <p>No boundary near it that you may see.</p>
      ) : (
        <>
          <h4>Boundaries near it</h4>
          <ol>
            {neighbours.map(one => (
              <li key={one.id}>{neighbourText(one)}</li>
            ))}
          </ol>
        </>
      )}
      <p className="map-thanks">
        {ATTRIBUTIONS.lpas} {ATTRIBUTIONS['national-parks']} {NOT_FOR_LEGAL_USE}
      </p>
    </>
  )
}

/** Shows the site boundary that a form would save, with what it does not agree with, before it is saved. */
export const SitePreview = ({ form }: { form: OpenForm }) => {
  const { rehearsal, last, isAsked } = form.rehearsed
  const shown = rehearsal ?? last
  const messages = rehearsal?.messages ?? []
  return (
    <section className="map" aria-label="What will be saved" aria-busy={isAsked}>
      <h3>What will be saved</h3>
      <PreviewProgress
        form={form}
        asking="Comparing the boundary with its surroundings"
        done="The boundary is drawn and described in this form"
        failing="The boundary cannot be compared with its surroundings"
      />
      {messages.length > 0 && (
        <Notice tone="bad" role="alert">
          {messages.map(({ field, message }) => (
            <p key={`${field} ${message}`}>{message}</p>
          ))}
        </Notice>
      )}
      {rehearsal?.site && rehearsal.site.warnings.length > 0 && (
        <Notice tone="warn" role="status">
          {rehearsal.site.warnings.map(text => (
            <p key={text}>{text}</p>
          ))}
        </Notice>
      )}
      {shown?.site ? (
        <Survey survey={shown.site} />
      ) : (
        isAsked && <Loading lines={4} what="Comparing the boundary with its surroundings" />
      )}
    </section>
  )
}
