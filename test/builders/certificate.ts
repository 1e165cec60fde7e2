import { type CertificateFacts, createCertificatePaper } from '#domain/credit/certificate-paper'
import { formatCertificateNumber } from '#domain/credit/certificate'

const number = formatCertificateNumber(Array.from({ length: 19 }, (_, at) => (at * 7) % 31))

/** A certificate with this many credits, and with characters of several alphabets in its names. */
export const aCertificate = (credits: number, more: Partial<CertificateFacts> = {}) =>
  createCertificatePaper({
    of: 'requirement',
    kind: 'rights',
    number,
    madeAt: '2026-06-15T10:00:00.000Z',
    supersedes: null,
    verifyAt: `https://market.example.org/verify/${number}`,
    keyFingerprint: 'ab12'.repeat(16),
    market: 'Credit market',
    issuer: 'Somerset Environmental Markets',
    holder: 'Łódź Homes & Söhne 漢字 <Ltd>',
    subject: { id: 'homes', name: 'Thimbleford Rise "office" (phase 2) \\ Ω' },
    round: 'Somerset 1',
    certificateDate: '2026-06-15',
    givenBy: null,
    planningRef: '24/00123/FUL',
    place: [['Local planning authority', 'Somerset']],
    dates: [['Redemption date', '2027-01-01']],
    credits: Array.from({ length: credits }, (_, at) => ({
      type: 'Biodiversity units',
      habitat: 'Reedbeds, high distinctiveness',
      project: 'Sedge Wetland',
      where: 'Somerset',
      status: 'Rights allocated',
      blocks: [
        {
          serial: `B${at + 1}-20270101-1-160000`,
          units: 160_000,
          start: '2027-01-01',
          end: at % 2 ? null : '2032-01-01',
        },
      ],
    })),
    ...more,
  } as CertificateFacts)
