// Package exercises makes exercises about quorum systems from a seed, and judges answers to them.
//
// An exercise is a question about one small system of 4 to 9 nodes, which every verb takes as a
// SPEC. The table kinds has an entry for each kind of exercise: its topic, the lowest level that it
// is for, the words of the glossary that it uses, and the function that draws a task of the kind. A
// new kind is a new entry: the sheets, their JSON, the help and the tests have it by themselves.
//
// Exercise number i of a seed depends on the seed, on i, and on the topics and the level that are
// asked for; it does not depend on the number of exercises. Each run of as many exercises as there
// are topics has every topic once. A level is 1 (a first lecture), 2, or 3 (for people who know the
// field).
//
// A system is a known family with other numbers for its nodes, or it consists of random sets.
// Where the answer to a question is yes or no, a coin is tossed first and a system with that answer
// is drawn. Quorums that are no coterie, and reads that miss a write, differ from right ones by a
// single node; a dominated coterie often differs from a nondominated one by a single quorum.
//
// Answers are judged by the definition and by the figures of package measure, never by comparing
// texts: of several right answers each is right. A wrong answer gets a sentence with a witness. A
// run that is to break an algorithm is performed; the key is a shortest one, found by package
// explore.
package exercises
