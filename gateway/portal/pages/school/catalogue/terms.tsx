import { DateOf } from '../../../components/dates.tsx';
import './catalogue.css';

type Term = {
  readonly id: string;
  readonly name: string;
  readonly startDate: string;
  readonly endDate: string;
};

/** The terms of a year, each with its days. */
export const Terms = ({ terms }: { readonly terms: readonly Term[] }) =>
  terms.length === 0 ? (
    '–'
  ) : (
    <div className="terms-of-year">
      {terms.map(({ id, name, startDate, endDate }) => (
        <div key={id}>
          {name}{' '}
          <span className="faint">
            <DateOf of={startDate} /> – <DateOf of={endDate} />
          </span>
        </div>
      ))}
    </div>
  );
