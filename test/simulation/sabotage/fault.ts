/** One line of the program, and what a mistake makes of it. */
export type Fault = {
  readonly name: string;
  readonly file: string;
  /** Stands once in the file. */
  readonly line: string;
  readonly becomes: string;
  /** The chapters that a history needs for it to show; where none is named, chance and all chapters find it. */
  readonly chapters: readonly string[];
};

export const fault = (
  name: string,
  file: string,
  line: string,
  becomes: string,
  ...chapters: readonly string[]
): Fault => ({ name, file, line, becomes, chapters });
