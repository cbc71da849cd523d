import type { FeeCategory } from '#core/education/fee-category.ts';
import type { PresetCode } from '#core/education/grading/presets.ts';
import type { PaymentMethod } from '#core/education/payment/payment.ts';
import type { ProgrammeLevel } from '#core/education/programme/programme.ts';
import type { Gender } from '#core/education/student/student.ts';
import type { StudyMode } from '#core/education/study.ts';

/** The students of the demo, as data: invented people with numbers of the sandbox. Money in cents. */

type Fee = readonly [category: FeeCategory, description: string, amount: bigint];

type DemoProgramme = {
  readonly name: string;
  readonly level: ProgrammeLevel;
  readonly department: string | null;
  readonly mode: StudyMode;
  readonly durationTerms: number;
  readonly kuccpsCode: string | null;
  readonly scale: PresetCode;
  readonly units: readonly (readonly [code: string, title: string])[];
  /** The fees of a semester. */
  readonly fees: readonly Fee[];
};

export type ProgrammeCode = 'BSC-CS' | 'DIP-BM' | 'CRT-ELEC';

export const PROGRAMMES: { readonly [Code in ProgrammeCode]: DemoProgramme } = {
  'BSC-CS': {
    name: 'Bachelor of Science in Computer Science',
    level: 'bachelors',
    department: 'Computing',
    mode: 'full_time',
    durationTerms: 8,
    kuccpsCode: '1263131',
    scale: 'KE_UNI8',
    units: [
      ['CSC101', 'Introduction to Programming'],
      ['CSC102', 'Discrete Mathematics'],
      ['CSC103', 'Computer Organisation'],
    ],
    fees: [
      ['registration', 'Registration', 200_000n],
      ['tuition', 'Tuition', 3_500_000n],
      ['examination', 'Examination', 300_000n],
      ['library', 'Library', 100_000n],
    ],
  },
  'DIP-BM': {
    name: 'Diploma in Business Management',
    level: 'diploma',
    department: 'Business',
    mode: 'evening',
    durationTerms: 6,
    kuccpsCode: null,
    scale: 'KE_UNI8',
    units: [
      ['BUS101', 'Principles of Management'],
      ['BUS102', 'Business Mathematics'],
    ],
    fees: [
      ['registration', 'Registration', 150_000n],
      ['tuition', 'Tuition', 2_000_000n],
      ['examination', 'Examination', 250_000n],
    ],
  },
  'CRT-ELEC': {
    name: 'Craft Certificate in Electrical Installation',
    level: 'craft_certificate',
    department: 'Engineering',
    mode: 'full_time',
    durationTerms: 6,
    kuccpsCode: null,
    scale: 'KE_UNI8',
    units: [
      ['ELE101', 'Electrical Principles'],
      ['ELE102', 'Workshop Practice'],
    ],
    fees: [
      ['tuition', 'Tuition', 1_800_000n],
      ['activity', 'Student activities', 120_000n],
    ],
  },
};

export type DemoInvoice = {
  readonly issued: boolean;
  /** `early`: in the third week of the semester, so that it is past; `coming`: in three weeks from today. */
  readonly due: 'early' | 'coming';
  /** Instead of the programme's fees. */
  readonly lines?: readonly Fee[];
  readonly payments: readonly (readonly [method: PaymentMethod, amount: bigint, reference: string])[];
};

export type DemoStudent = {
  readonly programme: ProgrammeCode;
  readonly particulars: {
    readonly firstName: string;
    readonly lastName: string;
    readonly gender: Gender;
    readonly age: number;
    readonly nationalId?: string;
    readonly birthCertificateNo?: string;
    readonly phone: string | null;
    readonly county: string;
    readonly country: string;
    /** `member`: the place of the guardian in the list of the demo's members. */
    readonly guardian?: {
      readonly name: string;
      readonly relationship: string;
      readonly phone: string;
      readonly member: number;
    };
  };
  readonly boarding: boolean;
  /** 0: an applicant; 2: has finished one semester and studies in the second. */
  readonly semesters: 0 | 2;
  readonly firstSemester: readonly DemoInvoice[];
  readonly secondSemester: readonly DemoInvoice[];
  /** Of the first semester: out of 30 and out of 70. */
  readonly marks: readonly (readonly [unit: string, cat: string, exam: string, withheld?: true])[];
  /** `member`: the sponsor's place in the list of the demo's members. */
  readonly sponsor: {
    readonly member: number;
    readonly relationship: string;
    readonly consent: 'balance' | 'marks';
  } | null;
};

const ACCOMMODATION: Fee = ['accommodation', 'Hostel, one semester', 900_000n];

export const STUDENTS: readonly DemoStudent[] = [
  {
    programme: 'BSC-CS',
    particulars: {
      firstName: 'Achieng',
      lastName: 'Odhiambo',
      gender: 'female',
      age: 20,
      nationalId: '90100001',
      phone: '+254700000201',
      county: 'Kisumu',
      country: 'KE',
    },
    boarding: true,
    semesters: 2,
    firstSemester: [{ issued: true, due: 'early', payments: [['mpesa_paybill', 4_100_000n, 'SJDEMO0001']] }],
    // Issued, and about half of it is paid.
    secondSemester: [{ issued: true, due: 'coming', payments: [['mpesa_paybill', 2_000_000n, 'SJDEMO0002']] }],
    marks: [
      ['CSC101', '24', '52'],
      ['CSC102', '18', '41.5'],
      ['CSC103', '21', '47'],
    ],
    sponsor: { member: 0, relationship: 'aunt', consent: 'marks' },
  },
  {
    programme: 'BSC-CS',
    particulars: {
      firstName: 'Mwangi',
      lastName: 'Njoroge',
      gender: 'male',
      age: 22,
      nationalId: '90100002',
      phone: '+254700000202',
      county: 'Nyeri',
      country: 'KE',
    },
    boarding: false,
    semesters: 2,
    firstSemester: [{ issued: true, due: 'early', payments: [['bank', 2_500_000n, 'FTDEMO0001']] }],
    secondSemester: [{ issued: true, due: 'early', payments: [] }],
    marks: [
      ['CSC101', '15', '33', true],
      ['CSC102', '9', '24', true],
    ],
    sponsor: null,
  },
  {
    programme: 'CRT-ELEC',
    particulars: {
      firstName: 'Brian',
      lastName: 'Kamau',
      gender: 'male',
      age: 16,
      birthCertificateNo: 'BC-9010003',
      phone: null,
      county: 'Nairobi',
      country: 'KE',
      guardian: { name: 'Wanjiku Kamau', relationship: 'mother', phone: '+254700000101', member: 0 },
    },
    boarding: true,
    semesters: 2,
    firstSemester: [{ issued: true, due: 'early', payments: [['mpesa_stk', 1_920_000n, 'SJDEMO0003']] }],
    secondSemester: [
      { issued: true, due: 'coming', payments: [] },
      { issued: false, due: 'coming', lines: [ACCOMMODATION], payments: [] },
    ],
    marks: [
      ['ELE101', '22', '48'],
      ['ELE102', '27', '58'],
    ],
    sponsor: { member: 0, relationship: 'mother', consent: 'balance' },
  },
  {
    programme: 'CRT-ELEC',
    particulars: {
      firstName: 'Halima',
      lastName: 'Hassan',
      gender: 'female',
      age: 17,
      birthCertificateNo: 'BC-9010004',
      phone: null,
      county: 'Garissa',
      country: 'KE',
      guardian: { name: 'Amina Hassan', relationship: 'mother', phone: '+254700000103', member: 2 },
    },
    boarding: false,
    semesters: 2,
    firstSemester: [{ issued: true, due: 'early', payments: [['bursary', 1_920_000n, 'CDF-DEMO-01']] }],
    // More than was owed: the rest is her credit.
    secondSemester: [{ issued: true, due: 'coming', payments: [['bank', 2_000_000n, 'FTDEMO0002']] }],
    marks: [
      ['ELE101', '19', '36'],
      ['ELE102', '25', '50.5'],
    ],
    sponsor: null,
  },
  {
    programme: 'DIP-BM',
    particulars: {
      firstName: 'Faith',
      lastName: 'Chebet',
      gender: 'female',
      age: 24,
      nationalId: '90100005',
      phone: '+254700000205',
      county: 'Uasin Gishu',
      country: 'KE',
    },
    boarding: false,
    semesters: 2,
    firstSemester: [{ issued: true, due: 'early', payments: [['mpesa_paybill', 2_400_000n, 'SJDEMO0004']] }],
    secondSemester: [{ issued: true, due: 'early', payments: [['mpesa_paybill', 1_000_000n, 'SJDEMO0005']] }],
    marks: [['BUS101', '26', '55']],
    sponsor: null,
  },
  {
    programme: 'DIP-BM',
    particulars: {
      firstName: 'Peter',
      lastName: 'Mutua',
      gender: 'male',
      age: 19,
      nationalId: '90100006',
      phone: '+254700000206',
      county: 'Machakos',
      country: 'KE',
    },
    boarding: false,
    semesters: 0,
    firstSemester: [],
    secondSemester: [],
    marks: [],
    sponsor: null,
  },
];
